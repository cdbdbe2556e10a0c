// The rules of each phase in the project's own words, with the ids of docs/rules_map.md.

export default [
  {
    id: "aim",
    title: "The aim",
    points: [
      ["Two services share one pool of shipping. The Allies are moved by dice and tables.", "R1-0b, R1-1a"],
      ["If the pool falls below its floor, or two of three home-island boxes hold Allied markers at a turn's end, both services lose.", "R18-1a–c"],
      ["If the last turn is reached, the service that leads by enough glory points wins; otherwise it is a draw.", "R18-2-2a, b"],
    ],
  },
  {
    id: "invasion",
    title: "Invasion",
    points: [
      ["One die is read in the invasion table. It names the bases whose markers come one box closer. Turn 1 has no invasion.", "R8-0a, R8-3a"],
      ["A marker in its base comes out in any case. On the map it is held by any unit of yours in its own box, idle or not; forts do not hold it.", "R8-2-1a, R8-2-2a–i"],
      ["Routes end in the last box before the Home Islands.", "R8-4a–c"],
    ],
  },
  {
    id: "tonnage",
    title: "Shipping",
    points: [
      ["The total is split into army, navy and civil shares, in fives. The shares are this turn's only; splitting sinks nothing.", "R9-0a–f"],
      ["Offers go back and forth. A refused last offer, or walking away, is a deadlock, and the rule shown with the talks decides.", "R6-2a, b"],
      ["Whatever is not spent by the end of its phase is gone.", "R10-3a, R14-1c"],
    ],
  },
  {
    id: "activation",
    title: "Activation",
    points: [
      ["Idle units cannot move, fight or earn glory. Waking one costs the tonnage on its face from the own share.", "R10-1a, R11-0a"],
      ["Beside an Allied marker the price is doubled.", "R10-2a"],
      ["Destroyer squadrons, coastal escorts and aircraft are always Active.", "R10-4a"],
    ],
  },
  {
    id: "movement",
    title: "Movement",
    points: [
      ["Active units and forts move along the lines, each once, as far as they like; the Navy first, then the Army.", "R11-0a–f, R11-1b"],
      ["A box with an Allied marker stops a unit. From there it cannot go on toward the Allied base.", "R11-2b, c"],
      ["Ships keep to blue boxes. The convoy box takes a few destroyers and coastal escorts and one navy air unit.", "R11-2a, g–j"],
      ["Armies and forts that cross a blue line make one sea check; an escort of one destroyer squadron makes it safer, if the Navy agrees.", "R11-3-1, R11-3-2"],
      ["At the end, forts without an army unit are lost, except in the Home Islands.", "R16-0c"],
    ],
  },
  {
    id: "combat",
    title: "Combat",
    points: [
      ["Where an Allied marker stands, a service with Active units has to fight once: the Navy in all its boxes, then the Army.", "R12-1a–d"],
      ["One die a point of strength; fives and sixes hit; each carrier raises one die by one. Hits are read in the chart of the enemy's nation and the turn.", "R12-2a, R12-3a, R12-6-1a"],
      ["The letter is glory, E 1 to SS 15. The number is a loss, doubled if only one service is Active in a blue box.", "R12-3c, R12-7a"],
      ["DR drives the markers back for the Army, with a die of glory on top; for the Navy it means no loss.", "R12-4a–e"],
      ["Losses are paid from the total or with damage on units that fought; two damages remove a unit. The Army may give up forts.", "R12-5a–i, R16-0a"],
      ["Aircraft that fought take one damage each.", "R12-6-2a"],
      ["The Navy may lend units to the Army's battle, but keeps at least one for its own.", "R12-8a–d"],
    ],
  },
  {
    id: "convoy",
    title: "Convoys",
    points: [
      ["Each turn one die, the escorts in the convoy box and the method decide how much shipping is sunk. An air unit there adds one to the die.", "R13-2-1a–c"],
      ["D1 and D2 damage escorts; numbers only ever sink shipping.", "R13-2-2a, b"],
      ["Once in the game the Navy may change to large convoys. There is no way back.", "R13-0b, R13-1b–d"],
    ],
  },
  {
    id: "production",
    title: "Production",
    points: [
      ["Civil tonnage starts items or moves them one space on; each kind is started once a turn, each item moved once.", "R14-1b–e, R14-2a, c"],
      ["What is complete stands in the Home Islands; a transport raises the total, up to its cap.", "R14-1g, h, R14-2f"],
      ["Lost destroyers, coastal escorts, aircraft and forts can be built again, others not.", "R14-2d"],
      ["An undamaged Ise class can be taken off the map and come back as a hybrid carrier.", "R17-0a"],
    ],
  },
  {
    id: "turn_end",
    title: "Turn end",
    points: [
      ["Boxes with values pay glory to the Navy for an Active ship there, to the Army for an Active army.", "R15-1a–g"],
      ["Allied markers in some boxes sink part of the total. A marker driven back into Chongqing adds to it, and glory for the Army.", "R15-2a–d"],
      ["Idle ships and armies beside an Allied marker take one damage. Then all that is not always Active stands down.", "R15-3a, R15-4a"],
    ],
  },
  {
    id: "turn_13",
    title: "Turn 13",
    points: [
      ["After the last turn the service far enough behind may declare one more, if an Allied marker stands in the home islands.", "R19-1a–d"],
      ["All that stands at home is counted into dice, and every hit is three glory points. Then it is gone.", "R19-2a–g"],
    ],
  },
];
