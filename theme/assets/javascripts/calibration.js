/** How sure the learner was, beside how often it was right: a sentence, a picture and a table. */

import { el, word } from "./dom.js";
import { calibration } from "./tally.js";

/** Below this number of predictions the sentence says that they are few. */
const FEW = 20;
const SVG = "http://www.w3.org/2000/svg";
// The picture, in its own units: the square of 0 to 100 percent, and the room for its labels.
const SIDE = 200;
const LEFT = 46;
const TOP = 14;

/**
 * @param {object} state the record
 * @returns {HTMLElement[]} what stands below the heading
 */
export function calibrationView(state) {
  const result = calibration(state);
  if (result.count === 0) {
    return [el("p", {}, word("record.calibration_none"))];
  }
  return [
    el("p.tk-calibration__verdict", {}, verdict(result)),
    el("div.tk-calibration", {}, picture(result), table(result)),
    el("p.tk-calibration__note", {}, word("record.calibration_note")),
  ];
}

/**
 * What the numbers say, in words.
 * @param {ReturnType<typeof calibration>} result
 * @returns {string}
 */
export function verdict({ verdict: kind, count, right, sure, share }) {
  const gap = document.documentElement.lang === "ja" ? "" : " ";
  const sentences = [
    word("record.calibration_means", count, Math.round(sure), right, Math.round(share)),
    word(`record.calibration_${kind}`),
  ];
  if (count < FEW) {
    sentences.push(word("record.calibration_few"));
  }
  return sentences.join(gap);
}

function share({ count, right }) {
  return count === 0 ? "–" : `${Math.round((100 * right) / count)}%`;
}

function table({ levels }) {
  const head = ["record.confidence", "record.predictions", "record.came_right", "record.share"];
  const rows = levels.map((one) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, `${one.level}%`),
      ...[String(one.count), String(one.right), share(one)].map((text) => el("td", {}, text)),
    ),
  );
  return el(
    "table.tk-calibration__table",
    {},
    el("caption", {}, word("record.calibration_caption")),
    el("thead", {}, el("tr", {}, ...head.map((one) => el("th", { scope: "col" }, word(one))))),
    el("tbody", {}, ...rows),
  );
}

function draw(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

function picture(result) {
  const x = (percent) => LEFT + (SIDE * percent) / 100;
  const y = (percent) => TOP + SIDE - (SIDE * percent) / 100;
  const seen = result.levels.filter((one) => one.count > 0);
  const most = Math.max(...seen.map((one) => one.count));
  const grid = [0, 20, 40, 60, 80, 100].flatMap((one) => [
    draw("line", { class: "tk-plot__grid", x1: x(0), x2: x(100), y1: y(one), y2: y(one) }),
    draw("text", { x: x(0) - 8, y: y(one) + 4, "text-anchor": "end" }, String(one)),
    draw("text", { x: x(one), y: y(0) + 18, "text-anchor": "middle" }, String(one)),
  ]);
  const points = seen.map((one) => {
    const at = { x: x(one.level), y: y((100 * one.right) / one.count) };
    const radius = 6 + 5 * Math.sqrt(one.count / most);
    return draw(
      "g",
      { class: "tk-plot__point" },
      draw("line", { x1: at.x, x2: at.x, y1: y(one.level), y2: at.y }),
      draw("circle", { cx: at.x, cy: at.y, r: radius }),
      draw("text", { x: at.x, y: at.y + 4, "text-anchor": "middle" }, String(one.count)),
    );
  });
  const says = seen.map((one) => word("record.plot_point", one.level, one.count, one.right)).join(" ");
  return draw(
    "svg",
    {
      class: "tk-plot",
      viewBox: `0 0 ${LEFT + SIDE + 22} ${TOP + SIDE + 44}`,
      role: "img",
      "aria-label": `${word("record.plot")} ${says}`,
    },
    ...grid,
    draw("line", { class: "tk-plot__ideal", x1: x(0), y1: y(0), x2: x(100), y2: y(100) }),
    ...points,
    draw("text", { x: x(50), y: y(0) + 38, "text-anchor": "middle" }, word("record.axis_confidence")),
    draw(
      "text",
      { x: 0, y: 0, transform: `translate(12 ${y(50)}) rotate(-90)`, "text-anchor": "middle" },
      word("record.axis_share"),
    ),
  );
}
