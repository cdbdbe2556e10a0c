// Land behind the boxes: a coarse drawing of the project's own, no projection. It is bent so that
// the places of a scenario's boxes lie where the drawing has them; a map of other places has none.

import { s } from "../dom.js";

// Where places lie in the drawing.
const PLACES = {
  homeland: [589, 215], hokkaido: [581, 83], bonins: [614, 333], taiwan_okinawa: [450, 336],
  north_kuriles: [788, 156], aleutians: [778, 52], marianas: [614, 437], marshalls: [778, 404],
  solomons: [778, 509], east_new_guinea: [614, 552], philippines: [450, 440], java: [364, 565],
  rangoon: [286, 429], mandalay: [244, 320], akyab: [122, 424], henan: [364, 99], hunan: [226, 209],
  jiangxi: [390, 216], saigon: [342, 462],
};
const LEAST = 4; // places that a map has to share with the drawing

// Outlines, their corners rounded.
const LAND = [
  // the continent, from the Okhotsk coast by Korea, China, Indochina, Malaya and Burma to Bengal
  [
    [-60, -60], [572, -60], [560, -12], [548, 18], [524, 48], [498, 70], [480, 84], [484, 108], [500, 134],
    [508, 168], [500, 200], [484, 214], [470, 202], [466, 172], [454, 150], [440, 134], [424, 148], [416, 128],
    [398, 124], [392, 140], [412, 152], [438, 156], [426, 176], [410, 186], [424, 210], [446, 230], [438, 246],
    [450, 262], [440, 288], [422, 316], [392, 340], [362, 350], [340, 352], [326, 374], [314, 356], [298, 366],
    [306, 388], [334, 408], [354, 436], [354, 466], [334, 486], [318, 502], [306, 486], [290, 474], [277, 480],
    [280, 500], [292, 522], [308, 540], [316, 562], [312, 584], [298, 570], [284, 546], [268, 520], [260, 498],
    [254, 474], [240, 468], [222, 484], [202, 480], [184, 464], [160, 458], [130, 446], [96, 416], [66, 378],
    [44, 352], [20, 364], [-60, 356],
  ],
  // Kamchatka
  [[640, -60], [646, -20], [664, 20], [676, 62], [694, 100], [706, 76], [700, 36], [716, 8], [760, -14], [780, -60]],
  // Alaska and its peninsula
  [[866, -60], [884, -10], [914, 8], [898, 40], [864, 66], [844, 82], [880, 76], [920, 62], [950, 66], [1040, 78], [1040, -60]],
  // Sakhalin
  [[588, -60], [592, -20], [584, 10], [588, 40], [600, 34], [604, 0], [610, -60]],
  // Hokkaido
  [[532, 104], [528, 84], [548, 76], [566, 52], [592, 40], [618, 56], [652, 68], [640, 92], [612, 104], [590, 124], [560, 112], [544, 126]],
  // Honshu
  [
    [560, 140], [580, 132], [600, 142], [632, 154], [664, 176], [690, 204], [690, 232], [672, 262], [644, 270],
    [622, 286], [606, 266], [570, 262], [536, 268], [508, 258], [520, 244], [552, 236], [586, 214], [590, 190], [570, 170],
  ],
  // Shikoku, Kyushu
  [[538, 280], [566, 272], [584, 282], [562, 296], [544, 298]],
  [[494, 270], [518, 272], [530, 288], [522, 314], [506, 322], [498, 300], [486, 288]],
  // Formosa, Hainan
  [[436, 304], [448, 306], [440, 340], [424, 374], [412, 352], [420, 322]],
  [[312, 386], [332, 384], [330, 400], [314, 402]],
  // Luzon, the middle islands, Mindanao, Palawan
  [[430, 384], [458, 382], [466, 404], [462, 430], [486, 448], [478, 460], [448, 446], [428, 426]],
  [[470, 462], [488, 460], [504, 470], [496, 488], [478, 486]],
  [[474, 494], [504, 488], [520, 504], [510, 528], [490, 522], [470, 514]],
  [[418, 490], [440, 468], [446, 474], [426, 496]],
  // Borneo, Celebes
  [[410, 528], [424, 506], [450, 488], [474, 502], [480, 524], [468, 552], [452, 586], [424, 590], [404, 574], [400, 550]],
  [[492, 546], [508, 540], [544, 536], [540, 546], [512, 552], [530, 566], [524, 574], [510, 566], [518, 590], [506, 602], [494, 572]],
  // Sumatra, Java, Timor
  [[226, 524], [246, 530], [278, 562], [306, 590], [334, 616], [342, 642], [322, 644], [288, 616], [252, 572], [230, 542]],
  [[342, 648], [368, 640], [402, 642], [440, 648], [444, 658], [402, 658], [356, 658]],
  [[516, 640], [548, 626], [556, 634], [526, 650]],
  // New Guinea, New Britain
  [
    [544, 536], [562, 522], [584, 530], [594, 548], [618, 524], [654, 530], [682, 548], [696, 568], [690, 584],
    [714, 606], [738, 622], [706, 622], [676, 604], [648, 600], [624, 610], [600, 592], [588, 568], [562, 556],
  ],
  [[694, 556], [716, 558], [738, 544], [744, 554], [722, 572], [700, 568]],
  // Australia
  [[470, 740], [486, 692], [520, 672], [548, 662], [566, 668], [586, 676], [606, 668], [616, 644], [630, 636], [640, 666], [664, 690], [690, 740]],
];

// Small islands: x, y, radius.
const ISLETS = [
  [662, 80, 5], [682, 112, 4], [702, 130, 4], [722, 142, 5], [746, 156, 4], [760, 166, 5], [712, 104, 3],
  [722, 82, 3], [738, 92, 4], [762, 96, 4], [790, 98, 5], [812, 94, 4], [832, 88, 5],
  [606, 294, 3], [616, 308, 3], [640, 336, 4], [648, 352, 3], [652, 372, 3], [656, 392, 3], [660, 412, 4],
  [662, 432, 4], [658, 452, 5], [650, 474, 4], [494, 328, 3], [486, 318, 4], [474, 312, 3], [498, 340, 3],
  [712, 388, 3], [728, 372, 4], [746, 366, 3], [820, 372, 4], [836, 392, 3], [842, 412, 4], [826, 432, 3],
  [806, 446, 4], [700, 444, 4], [722, 452, 3], [746, 458, 3], [754, 552, 6], [768, 562, 7], [784, 566, 5],
  [796, 578, 7], [814, 584, 6], [828, 598, 6], [848, 612, 4], [884, 560, 3], [896, 580, 3], [880, 610, 5],
  [456, 654, 5], [474, 654, 4], [492, 650, 6], [560, 596, 5], [548, 580, 6], [562, 612, 4], [458, 456, 4],
  [524, 246, 4], [182, 520, 3], [186, 536, 3], [190, 552, 2],
];

// A point of the drawing on a map of the given places: moved as the places near it are.
function bent([x, y], places) {
  let [dx, dy, all] = [0, 0, 1e-9];
  for (const { from, by } of places) {
    const weight = 1 / ((x - from[0]) ** 2 + (y - from[1]) ** 2 + 400) ** 1.5;
    dx += weight * by[0];
    dy += weight * by[1];
    all += weight;
  }
  return [x + dx / all, y + dy / all];
}

const middle = ([x, y], [x2, y2]) => [(x + x2) / 2, (y + y2) / 2];
const written = (point) => point.map((value) => value.toFixed(1)).join(" ");

function outline(points) {
  const steps = points.map((point, k) => `Q${written(point)} ${written(middle(point, points[(k + 1) % points.length]))}`);
  return `M${written(middle(points.at(-1), points[0]))}${steps.join("")}Z`;
}

const islet = ([x, y], r) =>
  `M${written([x - r, y])}a${r} ${0.8 * r} 0 1 0 ${2 * r} 0a${r} ${0.8 * r} 0 1 0 ${-2 * r} 0Z`;

const made = { game: null, key: "", element: null };

// The land of a game's map stretched over so many pixels; null where the map shows other places.
export function coast(game, width, height) {
  const key = `${game.name} ${width} ${height}`;
  if (made.game === game && made.key === key) return made.element;
  const shared = game.boxes.filter(({ id }) => id in PLACES);
  const places = shared.map(({ id, area: [x, y, w, h] }) => {
    const from = PLACES[id];
    return { from, by: [x + w / 2 - from[0], y + h / 2 - from[1]] };
  });
  const [sx, sy] = [width / game.map.width, height / game.map.height];
  const put = (point) => {
    const [x, y] = bent(point, places);
    return [x * sx, y * sy];
  };
  const d = [
    ...LAND.map((points) => outline(points.map(put))),
    ...ISLETS.map(([x, y, r]) => islet(put([x, y]), r)),
  ].join("");
  const element = places.length < LEAST ? null : s(
    "g",
    { class: "coast", "aria-hidden": "true" },
    s("path", { class: "shore", d }),
    s("path", { class: "ground", d }),
  );
  Object.assign(made, { game, key, element });
  return element;
}
