/** What goes out of the record and into it: files to save, a file to read, and the end of everything. */

import { announce, download, el, today, word } from "./dom.js";
import { recordCsv, recordMarkdown } from "./recordfiles.js";

/** No record that a browser has stored is larger, in bytes. */
const LARGEST = 20_000_000;
/** So many refused places are named. */
const NAMED = 12;

/**
 * Buttons for export, import and erasing.
 * @param {import("./store.js").Store} store
 * @param {object[]} lessons as the record page lists them
 * @returns {HTMLElement}
 */
export function transferView(store, lessons) {
  return el("div.tk-transfer", {}, exports(store, lessons), imports(store), erasing(store));
}

function name(ending) {
  return `tashikame-record-${today()}.${ending}`;
}

function button(key, click, extra = "") {
  return el(`button.tk-button${extra}`, { type: "button", click }, word(key));
}

function saveJson(store) {
  download(name("json"), store.exportJson());
}

function exports(store, lessons) {
  return el(
    "section.tk-transfer__part",
    { "aria-labelledby": "record-export" },
    el("h4", { id: "record-export" }, word("record.export")),
    el("p", {}, word("record.export_note")),
    el(
      "p.tk-buttons",
      {},
      button("record.export_json", () => saveJson(store)),
      button("record.export_csv", () =>
        download(name("csv"), recordCsv(store.state, lessons), "text/csv;charset=utf-8"),
      ),
      button("record.export_markdown", () =>
        download(name("md"), recordMarkdown(store.state, lessons), "text/markdown;charset=utf-8"),
      ),
    ),
  );
}

function imports(store) {
  const result = el("div.tk-transfer__result", { role: "status" });
  const file = el("input.tk-file", { id: "record-file", type: "file", accept: ".json,application/json" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen !== undefined) {
      result.replaceChildren(...(await read(store, chosen)));
      // The same file may be chosen again.
      file.value = "";
    }
  });
  return el(
    "section.tk-transfer__part",
    { "aria-labelledby": "record-import" },
    el("h4", { id: "record-import" }, word("record.import")),
    el("p", {}, word("record.import_note")),
    el("p", {}, el("label.tk-file__label", { for: "record-file" }, word("record.import_file")), file),
    result,
  );
}

/** What became of a file, in sentences. */
async function read(store, file) {
  const sentence = (key, ...values) => el("p", {}, word(key, ...values));
  if (file.size > LARGEST) {
    return [sentence("record.import_large", file.name)];
  }
  let outcome;
  try {
    outcome = store.importJson(await file.text());
  } catch {
    // Nested too deeply to be read, or gone before it was.
    return [sentence("record.import_form", file.name)];
  }
  const { added, updated, refused, reason } = outcome;
  if (reason) {
    return [sentence(`record.import_${reason}`, file.name)];
  }
  const said = [sentence(added + updated > 0 ? "record.imported" : "record.imported_nothing", added, updated)];
  if (refused.length > 0) {
    const rest = refused.length - NAMED;
    said.push(
      sentence("record.import_refused", refused.length),
      el(
        "ul",
        {},
        ...refused.slice(0, NAMED).map((one) => el("li", {}, el("bdi", {}, one.slice(0, 120)))),
        ...(rest > 0 ? [el("li", {}, word("record.and_more", rest))] : []),
      ),
    );
  }
  return said;
}

function erasing(store) {
  const result = el("p.tk-transfer__result", { tabindex: -1 });
  const named = { role: "group", "aria-labelledby": "record-erase-ask" };
  const panel = el("div.tk-erase", { ...named, hidden: true, tabindex: -1 });
  const first = button("record.erase", () => open(true));
  const open = (shown) => {
    panel.hidden = !shown;
    first.hidden = shown;
    result.textContent = "";
    (shown ? panel : first).focus();
  };
  const erase = () => {
    const written = store.update((state) => {
      state.exercises = {};
      state.reflections = {};
    });
    open(false);
    store.discardRescued();
    const said = word(written || store.problem === "disabled" ? "record.erased" : "record.erase_failed");
    result.textContent = said;
    announce(said);
  };
  panel.append(
    el("p", { id: "record-erase-ask" }, word("record.erase_ask")),
    el(
      "p.tk-buttons",
      {},
      button("record.erase_export", () => saveJson(store)),
      button("record.erase_yes", erase, ".tk-button--grave"),
      button("record.erase_no", () => open(false)),
    ),
  );
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      open(false);
    }
  });
  return el(
    "section.tk-transfer__part",
    { "aria-labelledby": "record-erasing" },
    el("h4", { id: "record-erasing" }, word("record.erasing")),
    el("p", {}, word("record.erasing_note")),
    el("p", {}, first),
    panel,
    result,
  );
}
