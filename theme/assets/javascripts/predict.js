/** An exercise: predict, commit, compare. */

import { assistantBox, commitView, earlierList, scoreText, skippedView } from "./committed.js";
import { announce, el, word } from "./dom.js";
import { choice, Form } from "./form.js";
import { Hints } from "./hints.js";
import { Notice } from "./notice.js";
import { judge } from "./numbers.js";
import { blank, written } from "./recordstate.js";
import { entryOf } from "./store.js";

/** How long a pause in typing is, in milliseconds, after which a draft is stored. */
const PAUSE = 400;

/**
 * Mounts every exercise of the page.
 * @param {import("./store.js").Store} store
 */
export function mount(store) {
  const notice = new Notice(store);
  const sections = [...document.querySelectorAll(".tk-exercise[data-exercise]")];
  const exercises = sections.map((section) => new Exercise(section, store, notice));
  if (exercises.length > 0) {
    notice.show(exercises[0].place);
  }
}

class Exercise {
  #store;
  #notice;
  #key;
  #form = null;
  #timer = null;
  #own = false;
  #seen;
  #hints;
  #answer;
  #criterion;
  #after = el("div.tk-after");

  constructor(section, store, notice) {
    this.#store = store;
    this.#notice = notice;
    this.#key = `${section.dataset.lesson}#${section.dataset.exercise}`;
    this.section = section;
    this.kind = section.dataset.kind;
    this.prefix = `tk-${section.dataset.exercise}`;
    this.task = JSON.parse(section.querySelector(".tk-task").textContent);
    this.place = section.querySelector(".tk-predict");
    this.#answer = section.querySelector(":scope > .tk-answer");
    this.#criterion = section.querySelector(":scope > .tk-criterion");
    this.#hints = new Hints(section, () => this.#saveSoon());
    section.append(this.#after);
    this.#show();
    store.subscribe(() => this.#changedElsewhere());
    // A page that is left keeps what was typed last.
    for (const name of ["pagehide", "visibilitychange"]) {
      addEventListener(name, () => this.#flush());
    }
  }

  get #entry() {
    return this.#store.state.exercises[this.#key] ?? { attempts: [], draft: blank() };
  }

  get #last() {
    return this.#entry.attempts.at(-1);
  }

  #show() {
    if (this.#last) {
      this.#showCommitted();
    } else {
      this.#showForm();
    }
  }

  /** Changes the record, and says where that could not be stored. */
  #update(change) {
    this.#own = true;
    const stored = this.#store.update((state) => change(entryOf(state, this.#key)));
    this.#own = false;
    this.#notice.show(this.place);
    return stored;
  }

  /** Follows another tab, but never takes away what is being written here. */
  #changedElsewhere() {
    const changed = this.#last?.time !== this.#seen?.time || this.#last?.assessment !== this.#seen?.assessment;
    if (!this.#own && changed && !(this.#form && written(this.#form.draft))) {
      this.#show();
    }
  }

  // ------------------------------------------------------------------------------------------------------ the form

  #showForm() {
    const again = this.#last !== undefined;
    const draft = this.#entry.draft;
    this.#seen = this.#last;
    this.#form = new Form(this, {
      typed: () => this.#saveSoon(),
      commit: () => this.#commit(),
      leave: () => (again ? this.#back() : this.#skip()),
      leaveLabel: word(again ? "predict.back" : "predict.skip"),
    });
    this.place.replaceChildren(this.#form.element);
    this.#form.draft = draft;
    this.#hints.start(draft.hints ?? 0);
    this.#answer.hidden = true;
    this.#criterion.hidden = true;
    this.#after.replaceChildren(earlierList(this.#entry.attempts));
  }

  #saveSoon() {
    if (this.#form) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#flush(), PAUSE);
    }
  }

  #flush() {
    if (this.#timer === null) {
      return;
    }
    this.#stopTimer();
    const draft = { ...this.#form.draft, hints: this.#hints.opened };
    const stored = this.#update((entry) => {
      entry.draft = draft;
    });
    this.#form.saved = stored && written(draft) ? word("predict.saved") : "";
  }

  #stopTimer() {
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  #back() {
    this.#flush();
    this.#showCommitted();
    this.place.querySelector("[tabindex]").focus();
  }

  // ---------------------------------------------------------------------------------------------------- committing

  #commit() {
    const { answers, notes, confidence } = this.#form.draft;
    const fields = this.kind === "text" ? [] : this.task.fields;
    const results = fields.map((field, index) => judge(answers[index] ?? "", field));
    this.#record({ answers, notes, confidence, results });
    announce(scoreText(this.#last));
  }

  #skip() {
    this.#record({ answers: [], notes: "", confidence: null, results: [], skipped: true });
    announce(word("predict.skipped_short"));
  }

  #record(fields) {
    this.#stopTimer();
    const attempt = {
      time: new Date().toISOString(),
      ...fields,
      hints: this.#hints.opened,
      expression: this.task.expression,
      shown: this.task.fields.map((field) => field.shown),
      assessment: null,
    };
    const draft = this.#form.draft;
    this.#update((entry) => {
      entry.attempts.push(attempt);
      // What was typed before the answer was opened without it is still the learner's.
      entry.draft = fields.skipped && written(draft) ? draft : blank();
    });
    this.#showCommitted();
    this.place.querySelector("[tabindex]").focus();
  }

  // ---------------------------------------------------------------------------------------------- after committing

  #showCommitted() {
    const attempt = this.#last;
    this.#form = null;
    this.#seen = attempt;
    this.#hints.release();
    this.#answer.hidden = false;
    this.#answer.open = true;
    this.#criterion.hidden = false;
    this.place.replaceChildren(attempt.skipped ? skippedView(attempt) : commitView(this, attempt));
    const below = [];
    if (!attempt.skipped) {
      below.push(this.#assessment(attempt));
      if (this.task.activity === "ai-assisted-check") {
        below.push(assistantBox(this, attempt));
      }
    }
    this.#after.replaceChildren(...below, this.#again(), earlierList(this.#entry.attempts.slice(0, -1)));
  }

  #assessment(attempt) {
    const name = `${this.prefix}-assessment`;
    const radios = ["met", "partly", "not-yet"].map((value) => choice(name, value, word(`predict.${value}`)));
    const saved = el("span.tk-form__saved", { role: "status" });
    const set = el("fieldset.tk-choices", {}, el("legend", {}, word("predict.assess")), ...radios, saved);
    for (const radio of set.querySelectorAll("input")) {
      radio.checked = radio.value === attempt.assessment;
    }
    set.addEventListener("change", (event) => {
      const stored = this.#update((entry) => {
        const own = entry.attempts.findLast((one) => one.time === attempt.time);
        if (own) {
          own.assessment = event.target.value;
        }
      });
      this.#seen = this.#last;
      saved.textContent = stored ? word("predict.assessed") : "";
    });
    return set;
  }

  #again() {
    const key = written(this.#entry.draft) ? "predict.continue" : "predict.again";
    const button = el("button.tk-button", { type: "button" }, word(key));
    button.addEventListener("click", () => {
      this.#showForm();
      this.#form.focus();
    });
    return el("p.tk-after__actions", {}, button);
  }
}
