/** The prediction record: every lesson, what was predicted in it, and what became of it. */

import { attemptList, prose, standing } from "./attempts.js";
import { calibrationView } from "./calibration.js";
import { download, el, moment, today, word } from "./dom.js";
import { Notice } from "./notice.js";
import { mark } from "./progress.js";
import { written } from "./recordstate.js";
import { ReflectionBox } from "./reflections.js";
import { calibration, hasEntries, keyOf, orphans, progress } from "./tally.js";
import { transferView } from "./transfer.js";

/**
 * Mounts the record page.
 * @param {import("./store.js").Store} store
 */
export function mount(store) {
  const place = document.querySelector(".tk-journal");
  const lessons = JSON.parse(document.querySelector(".tk-lessons")?.textContent || "[]");
  new Journal(place, lessons, store).show();
}

function heading(name) {
  return el("h3.tk-journal__part", { id: `record-${name}` }, word(`record.${name}`));
}

class Journal {
  #opened = new Set();
  #boxes = new Map();
  #timer = 0;
  // While one box is left, the focus is on its way to the next element, which must not be drawn anew under it.
  #soon = () => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.show());
  };

  constructor(place, lessons, store) {
    this.lessons = lessons;
    this.store = store;
    this.notice = new Notice(store);
    this.rescue = el("div");
    this.top = el("div", { tabindex: -1 });
    this.body = el("div");
    place.replaceChildren(
      this.rescue,
      this.top,
      this.body,
      heading("files"),
      transferView(store, lessons),
    );
    store.subscribe(this.#soon);
  }

  /** Draws what the record holds now; what is open or focused stays so, and what is being written is not touched. */
  show() {
    const { state } = this.store;
    this.notice.show(this.rescue);
    this.rescue.replaceChildren(...this.#rescued());
    this.top.replaceChildren(hasEntries(state) ? this.#totals(state) : this.#welcome());
    if (this.body.contains(document.activeElement) && document.activeElement.matches("textarea")) {
      // Drawn anew, the box would lose the cursor.
      document.activeElement.addEventListener("blur", this.#soon, { once: true });
      return;
    }
    const gone = this.#gone(state);
    const focused = this.#stops.indexOf(document.activeElement);
    this.body.replaceChildren(
      heading("lessons"),
      ...this.lessons.map((one) => this.#lesson(one, state)),
      ...(gone.length > 0 ? [heading("gone"), el("p", {}, word("record.gone_note")), ...gone] : []),
      ...(hasEntries(state) ? [heading("calibration"), ...calibrationView(state)] : []),
    );
    this.#stops[focused]?.focus({ preventScroll: true });
  }

  /** Where the focus can be in the part that is drawn anew. */
  get #stops() {
    return [...this.body.querySelectorAll("a, summary, textarea, [tabindex]")];
  }

  /** What an earlier visit put aside, because it could not be read. */
  #rescued() {
    const { store } = this;
    if (store.rescued === null || store.problem === "corrupt" || store.problem === "newer") {
      return [];
    }
    const save = () => download(`tashikame-unread-${today()}.txt`, store.rescued, "text/plain");
    const discard = () => {
      store.discardRescued();
      this.top.focus();
    };
    return [
      el(
        "div.tk-notice",
        {},
        el("p", {}, word("record.rescued")),
        el(
          "p.tk-notice__actions",
          {},
          el("button.tk-button", { type: "button", click: save }, word("predict.export_unread")),
          el("button.tk-button", { type: "button", click: discard }, word("record.discard")),
        ),
      ),
    ];
  }

  #welcome() {
    const [first] = this.lessons;
    const begin = ({ href, title }) => el("a.tk-button.tk-button--main", { href }, word("record.begin", title));
    return el(
      "div.tk-welcome",
      {},
      el("p.tk-welcome__title", {}, word("record.empty")),
      el("p", {}, word("record.empty_note")),
      ...(first ? [el("p", {}, begin(first))] : []),
    );
  }

  #totals(state) {
    const all = this.lessons.map((one) => progress(state, one.lesson, one.exercises.map(({ id }) => id)));
    const sum = (name) => all.reduce((total, one) => total + one[name], 0);
    const { count, sure, share } = calibration(state);
    const reflected = Object.values(state.reflections).filter((one) => one.text.trim() !== "").length;
    const figures = [
      [`${sum("predicted")} / ${sum("exercises")}`, word("record.total_predicted")],
      [String(sum("right")), word("record.total_right")],
      [String(reflected), word("record.total_reflections")],
      ...(count > 0 ? [[`${Math.round(sure)}% → ${Math.round(share)}%`, word("record.total_calibration")]] : []),
    ];
    const pair = ([value, label]) => el("div", {}, el("dt", {}, label), el("dd", {}, value));
    return el("dl.tk-totals-row", {}, ...figures.map(pair));
  }

  #lesson(lesson, state) {
    const { exercises, predicted, right } = progress(state, lesson.lesson, lesson.exercises.map(({ id }) => id));
    const id = `record-${lesson.lesson.replaceAll("/", "-")}`;
    const tries = right > 0 ? [el("span.tk-lesson__tries", {}, word("record.first_tries", right))] : [];
    const reflects = lesson.reflection || state.reflections[lesson.lesson]?.text;
    return el(
      "section.tk-lesson",
      { "aria-labelledby": id },
      el("h4", { id }, el("a", { href: lesson.href }, lesson.title)),
      ...(exercises > 0 ? [el("p.tk-lesson__progress", {}, ...mark(predicted, exercises), ...tries)] : []),
      ...lesson.exercises.map((one) => this.#exercise(lesson, one, state)),
      ...(reflects ? [this.#reflection(lesson.lesson, id)] : []),
    );
  }

  #exercise(lesson, exercise, state) {
    const key = keyOf(lesson.lesson, exercise.id);
    const { attempts, draft } = state.exercises[key] ?? { attempts: [], draft: null };
    const href = `${lesson.href}#${exercise.id}`;
    const stands = standing(attempts, draft !== null && written(draft));
    if (attempts.length === 0) {
      return el("div.tk-entry.tk-entry--open", {}, el("a", { href }, exercise.title), stands);
    }
    return this.#entry(
      key,
      [el("span.tk-entry__title", {}, exercise.title), stands],
      [attemptList(attempts, exercise), el("p.tk-entry__link", {}, el("a", { href }, word("record.to_exercise")))],
    );
  }

  /** Something that opens, and is found open again when the page is drawn anew. */
  #entry(key, summary, content) {
    const element = el("details.tk-entry", { open: this.#opened.has(key) }, el("summary", {}, ...summary), ...content);
    element.addEventListener("toggle", () => {
      this.#opened[element.open ? "add" : "delete"](key);
    });
    return element;
  }

  /** A box that is closed where nothing is written in it yet. */
  #reflection(lesson, id) {
    const { text = "", earlier = [] } = this.store.state.reflections[lesson] ?? {};
    if (!this.#boxes.has(lesson)) {
      this.#boxes.set(lesson, new ReflectionBox(this.store, lesson, `${id}-reflection`));
      if (text !== "") {
        this.#opened.add(keyOf(lesson, ""));
      }
    }
    const items = earlier.map((one) =>
      el("li", {}, ...(one.time ? [moment(one.time)] : []), prose(one.text, word("record.reflection"))),
    );
    const older = [word("record.earlier_reflections", items.length)];
    return this.#entry(
      keyOf(lesson, ""),
      [
        el("span.tk-entry__title", {}, word("record.reflection_title")),
        el("span.tk-standing", {}, text === "" ? word("record.unwritten") : ""),
      ],
      [
        this.#boxes.get(lesson).element,
        ...(items.length > 0
          ? [this.#entry(keyOf(lesson, "earlier"), older, [el("ol.tk-attempts", {}, ...items)])]
          : []),
      ],
    );
  }

  /** What was recorded for exercises and lessons that the course does not have any more. */
  #gone(state) {
    const { exercises, reflections } = orphans(state, this.lessons);
    return [
      ...exercises.map((key) => {
        const { attempts } = state.exercises[key];
        const title = el("bdi.tk-entry__title", {}, key);
        return this.#entry(key, [title, standing(attempts, false)], [attemptList(attempts)]);
      }),
      ...reflections.map((lesson) => {
        const { text, time } = state.reflections[lesson];
        const title = el("bdi.tk-entry__title", {}, lesson);
        const kind = el("span.tk-standing", {}, word("record.reflection_title"));
        const when = el("p.tk-entry__time", {}, moment(time));
        return this.#entry(keyOf(lesson, ""), [title, kind], [when, prose(text, lesson)]);
      }),
    ];
  }
}
