/** What a record comes to: how much was predicted, how much of it was right, and how sure the learner was. */

/** The levels of confidence, in percent. */
export const LEVELS = [20, 40, 60, 80, 100];

/** Up to this many points between confidence and result, the two are said to agree. */
const CLOSE = 10;

/**
 * The key of an exercise in the record.
 * @param {string} lesson
 * @param {string} exercise
 * @returns {string}
 */
export function keyOf(lesson, exercise) {
  return `${lesson}#${exercise}`;
}

/**
 * How an attempt came out. Values count as right down to the digits that were written; an explanation goes by the
 * learner's own assessment.
 * @param {object} attempt
 * @returns {boolean | null} null where nothing tells
 */
export function cameOut(attempt) {
  if (attempt.skipped) {
    return null;
  }
  if (attempt.results.length > 0) {
    return attempt.results.every((one) => one === "right" || one === "near");
  }
  return attempt.assessment === null ? null : attempt.assessment === "met";
}

/**
 * How far a lesson's exercises have been predicted.
 * @param {object} state the record
 * @param {string} lesson
 * @param {string[]} exercises the ids of its exercises
 * @returns {{exercises: number, predicted: number, right: number}} `right`: at the first try, the answer still unseen
 */
export function progress(state, lesson, exercises) {
  const all = exercises.map((one) => state.exercises[keyOf(lesson, one)]?.attempts ?? []);
  return {
    exercises: exercises.length,
    predicted: all.filter((attempts) => attempts.some((one) => !one.skipped)).length,
    right: all.filter(([first]) => first !== undefined && cameOut(first) === true).length,
  };
}

/**
 * Confidence held against results. Only first tries count: whoever tries again has seen the answer.
 * @param {object} state the record
 * @returns {{levels: {level: number, count: number, right: number}[], count: number, right: number,
 *   sure: number, share: number, verdict: "none" | "over" | "under" | "fit"}}
 *   `sure`: mean confidence, `share`: what share was right, both in percent
 */
export function calibration(state) {
  const levels = LEVELS.map((level) => ({ level, count: 0, right: 0 }));
  for (const { attempts } of Object.values(state.exercises)) {
    const [first] = attempts;
    const level = levels.find((one) => one.level === first?.confidence);
    const result = first === undefined ? null : cameOut(first);
    if (level !== undefined && result !== null) {
      level.count += 1;
      level.right += Number(result);
    }
  }
  const sum = (value) => levels.reduce((total, one) => total + value(one), 0);
  const [count, right] = [sum((one) => one.count), sum((one) => one.right)];
  const sure = count === 0 ? 0 : sum((one) => one.level * one.count) / count;
  const share = count === 0 ? 0 : (100 * right) / count;
  const apart = sure - share;
  const verdict = count === 0 ? "none" : apart > CLOSE ? "over" : apart < -CLOSE ? "under" : "fit";
  return { levels, count, right, sure, share, verdict };
}

/**
 * Whether a record holds anything that a learner would miss.
 * @param {object} state
 * @returns {boolean}
 */
export function hasEntries(state) {
  return (
    Object.values(state.exercises).some((one) => one.attempts.length > 0) ||
    Object.values(state.reflections).some((one) => one.text.trim() !== "")
  );
}

/**
 * The keys of a record that belong to nothing in the course any more.
 * @param {object} state
 * @param {object[]} lessons as the record page lists them
 * @returns {{exercises: string[], reflections: string[]}}
 */
export function orphans(state, lessons) {
  const keys = new Set(lessons.flatMap((one) => one.exercises.map((exercise) => keyOf(one.lesson, exercise.id))));
  const names = new Set(lessons.map((one) => one.lesson));
  return {
    exercises: Object.keys(state.exercises)
      .filter((key) => !keys.has(key) && state.exercises[key].attempts.length > 0)
      .sort(),
    reflections: Object.keys(state.reflections)
      .filter((key) => !names.has(key) && state.reflections[key].text.trim() !== "")
      .sort(),
  };
}
