// The guided first turn in English: first the screen, then every decision when it first comes up.

export default {
  intro: [
    {
      title: "Welcome to the Navy",
      text: "You lead the Navy, a partner leads the Army. The Allies are moved by dice.\nThis is the teaching scenario: four short turns. The guide takes about five minutes.",
      target: "map",
    },
    {
      title: "One pool for all",
      text: "Everything floats on one shared pool of shipping. Losses sink it; transports raise it.\nIf it falls below the floor, both services lose, whoever leads.",
      target: "total",
    },
    {
      title: "Glory is not shared",
      text: "Each service counts its own glory points, from battles and from boxes it holds at the end of a turn.\nAfter the last turn a big enough lead wins; anything less is a draw.",
      target: "points",
    },
    {
      title: "The map",
      text: "Blue boxes are reached by sea, brown ones by land. The little pills say who earns how much there: N10 is ten points a turn for the Navy.\nRound markers are the Allies; arrows show how they come closer. Press a box to see what is in it.",
      target: "map",
    },
    {
      title: "A turn",
      text: "Invasion, shipping, activation, movement, combat, convoys, production, turn end. Turn 1 begins with the talks about shipping.\nPress ? at any time for the rules of the phase in plain words.",
      target: "phases",
    },
  ],
  moments: {
    offer: {
      title: "Bargain",
      text: "Split the pool. Your share pays for waking up your ships; the Army's for its armies; civil tonnage builds things.\nUnder each slider you see what the share is good for. Ask for enough, but leave the Army a reason to accept.",
      target: "offer",
    },
    answer: {
      title: "An offer for you",
      text: "The bar shows what you would get. Accept it, make a counter-offer, or walk away.\nThe box below tells what happens if the talks fail, before they do.",
      target: "choices",
    },
    concede: {
      title: "You won the draw",
      text: "Your last offer can stand. Giving way costs points now, and may buy an escort later.",
      target: "choices",
    },
    activate: {
      title: "Wake your units",
      text: "Pale counters with dashed edges are not Active: they cannot move or fight. Each costs the tonnage on its face, twice that beside an Allied marker.\nDestroyers and aircraft are always Active. Press a highlighted box or a line in the list.",
      target: "choices",
    },
    move: {
      title: "Move",
      text: "Choose a piece, then a highlighted box. A box with an Allied marker stops a unit, and it will have to fight there.\nA destroyer squadron in the convoy box protects the pool. Finish when you have moved enough.",
      target: "choices",
    },
    escort_grant: {
      title: "The Army asks",
      text: "An army at sea may lose strength to submarines. One of your destroyer squadrons would make it safer, and end up where the army lands.",
      target: "choices",
    },
    battle: {
      title: "Battle",
      text: "One die for each point of strength, fives and sixes hit. The chart turns hits into glory, and into a loss that somebody has to pay.\nAlone in a blue box, a service loses twice as much.",
      target: "choices",
    },
    support: {
      title: "Help the Army?",
      text: "Where both services are Active you may lend units: they roll with the Army instead of with you.",
      target: "choices",
    },
    pay: {
      title: "Pay the loss",
      text: "From the pool, which belongs to both, or with damage on your own ships: the first damage leaves a mark, the second sinks them.",
      target: "choices",
    },
    convoy_method: {
      title: "Convoys",
      text: "Every turn submarines sink something; escorts in the convoy box make it less. Large convoys do better with many escorts, but building takes longer. It is for good.",
      target: "choices",
    },
    produce: {
      title: "Build",
      text: "Civil tonnage moves items on the track one space, or starts new ones. Both services pick in turn.\nTransports raise the pool. What is not spent is lost.",
      target: "production",
    },
  },
  done: {
    title: "That was a turn",
    text: "Boxes you held have paid glory, idle units beside the Allies took damage, and everybody went back to sleep.\nFrom turn 2 on the Allies roll for their advance: the invasion table below the map shows who may come. Play on, or start the whole war from the menu.",
    target: "invasion",
  },
};
