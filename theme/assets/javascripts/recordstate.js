/** The form of the record: what is well-formed in it, and how two of them become one. */

const RESULTS = ["right", "near", "wrong", "empty"];
const ASSESSMENTS = ["met", "partly", "not-yet", null];
const CONFIDENCES = [20, 40, 60, 80, 100, null];

const text = (value) => typeof value === "string";
const texts = (value) => Array.isArray(value) && value.every(text);
const object = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const moment = (value) => text(value) && !Number.isNaN(Date.parse(value));

/** What the fields of an attempt must be, and what they are where a record lacks them. */
const ATTEMPT = {
  answers: [texts, () => []],
  notes: [text, () => ""],
  confidence: [(value) => CONFIDENCES.includes(value), () => null],
  hints: [(value) => Number.isInteger(value) && value >= 0, () => 0],
  expression: [text, () => ""],
  shown: [texts, () => []],
  results: [(value) => Array.isArray(value) && value.every((one) => RESULTS.includes(one)), () => []],
  assessment: [(value) => ASSESSMENTS.includes(value), () => null],
};
/** What may be missing, and is dropped where it is something else. */
const OPTIONAL = { skipped: (value) => typeof value === "boolean", hints: ATTEMPT.hints[0] };
const DRAFT = { answers: ATTEMPT.answers, notes: ATTEMPT.notes, confidence: ATTEMPT.confidence };

/** A record that holds nothing. */
export function empty() {
  return { format: 1, exercises: {}, reflections: {} };
}

/** A draft that holds nothing. */
export function blank() {
  return { answers: [], notes: "", confidence: null };
}

/** Whether somebody has written something into a draft. */
export function written(draft) {
  return draft.notes !== "" || draft.confidence !== null || draft.answers.some((one) => one.trim() !== "");
}

/**
 * A record with only what is well-formed in it.
 * @param {unknown} value what JSON.parse gave
 * @returns {{state: object, refused: string[]}} `refused` names each place that was not as it should be
 */
export function clean(value) {
  const state = empty();
  if (!object(value)) {
    return { state, refused: ["*"] };
  }
  const refused = [];
  if (!Number.isInteger(value.format)) {
    refused.push("format");
  }
  for (const name of ["exercises", "reflections"]) {
    if (name in value && !object(value[name])) {
      refused.push(name);
    }
  }
  for (const [key, entry] of entries(value.exercises)) {
    if (key.includes("#") && object(entry)) {
      state.exercises[key] = cleanEntry(key, entry, refused);
    } else {
      refused.push(key);
    }
  }
  for (const [key, entry] of entries(value.reflections)) {
    if (key !== "__proto__" && object(entry) && text(entry.text) && moment(entry.time)) {
      const earlier = cleanEarlier(key, entry, refused);
      state.reflections[key] = { text: entry.text, time: entry.time, ...(earlier.length > 0 ? { earlier } : {}) };
    } else {
      refused.push(key);
    }
  }
  return { state, refused };
}

function entries(value) {
  return object(value) ? Object.entries(value) : [];
}

function cleanEntry(key, entry, refused) {
  const attempts = [];
  for (const [index, attempt] of (Array.isArray(entry.attempts) ? entry.attempts : []).entries()) {
    if (object(attempt) && moment(attempt.time)) {
      attempts.push(cleanFields(attempt, ATTEMPT, `${key} ${index + 1}`, refused));
    } else {
      refused.push(`${key} ${index + 1}`);
    }
  }
  if ("attempts" in entry && !Array.isArray(entry.attempts)) {
    refused.push(key);
  }
  const draft = object(entry.draft) ? cleanFields(entry.draft, DRAFT, key, refused) : blank();
  return { ...entry, attempts, draft };
}

/** The texts before the one that counts; one whose time cannot be read is kept without it. */
function cleanEarlier(key, { earlier = [] }, refused) {
  const all = Array.isArray(earlier) ? earlier : [earlier];
  const kept = all.filter((one) => text(one?.text));
  if (kept.length < all.length || kept.some((one) => "time" in one && !moment(one.time))) {
    refused.push(`${key}: earlier`);
  }
  return kept.map((one) => (moment(one.time) ? { text: one.text, time: one.time } : { text: one.text }));
}

function cleanFields(value, fields, place, refused) {
  const result = { ...value };
  for (const [name, fits] of Object.entries(OPTIONAL)) {
    if (name in value && !(name in fields) && !fits(value[name])) {
      refused.push(`${place}: ${name}`);
      delete result[name];
    }
  }
  for (const [name, [fits, otherwise]] of Object.entries(fields)) {
    if (!(name in value)) {
      result[name] = otherwise();
    } else if (!fits(value[name])) {
      refused.push(`${place}: ${name}`);
      result[name] = otherwise();
    }
  }
  return result;
}

/**
 * Puts what another record holds into this one.
 * @param {object} own changed in place
 * @param {object} other
 * @param {{preferOther?: boolean}} [options] whose draft and assessment count where both have one
 * @returns {{added: number, updated: number}}
 */
export function merge(own, other, { preferOther = false } = {}) {
  const counts = { added: 0, updated: 0 };
  for (const [key, entry] of Object.entries(other.exercises)) {
    own.exercises[key] ??= { attempts: [], draft: blank() };
    mergeAttempts(own.exercises[key].attempts, entry.attempts, preferOther, counts);
    const before = own.exercises[key].draft;
    const differs = JSON.stringify(before) !== JSON.stringify(entry.draft);
    if (differs && (preferOther || (written(entry.draft) && !written(before)))) {
      own.exercises[key].draft = entry.draft;
      counts.updated += 1;
    }
  }
  for (const [key, reflection] of Object.entries(other.reflections)) {
    mergeReflection(own.reflections, key, reflection, counts);
  }
  return counts;
}

/** Puts attempts in by their time; each side keeps its own order, which a clock that was set back does not have. */
function mergeAttempts(own, attempts, preferOther, counts) {
  let at = 0;
  for (const attempt of attempts) {
    const found = own.findIndex(
      (one) => one.time === attempt.time && JSON.stringify(one.answers) === JSON.stringify(attempt.answers),
    );
    const same = own[found];
    if (same === undefined) {
      while (at < own.length && Date.parse(own[at].time) <= Date.parse(attempt.time)) {
        at += 1;
      }
      own.splice(at, 0, attempt);
      at += 1;
      counts.added += 1;
      continue;
    }
    at = Math.max(at, found + 1);
    if (attempt.assessment !== null && attempt.assessment !== same.assessment) {
      if (preferOther || same.assessment === null) {
        same.assessment = attempt.assessment;
        counts.updated += 1;
      }
    }
  }
}

/** The later text counts; the earlier one is kept behind it. */
function mergeReflection(all, key, reflection, counts) {
  // A lesson may be called "constructor".
  const own = Object.hasOwn(all, key) ? all[key] : undefined;
  if (own === undefined || own.text === "") {
    if (reflection.text !== "") {
      all[key] = reflection;
      counts.added += 1;
    }
    return;
  }
  if (own.text === reflection.text || reflection.text === "") {
    return;
  }
  const newer = Date.parse(reflection.time) > Date.parse(own.time);
  const [first, second] = newer ? [reflection, own] : [own, reflection];
  const known = new Set([first.text]);
  const earlier = [second, ...(first.earlier ?? []), ...(second.earlier ?? [])]
    .map((one) => ({ text: one.text, time: one.time }))
    .filter((one) => !known.has(one.text) && known.add(one.text));
  if (newer || earlier.length > (own.earlier ?? []).length) {
    counts.updated += 1;
  }
  all[key] = { text: first.text, time: first.time, earlier };
}
