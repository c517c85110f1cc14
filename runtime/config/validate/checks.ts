/**
 * Checks of single options. Each reports what is wrong, or nothing.
 *
 * Not zod, measured: `import 'svc'` takes 3 ms, 5 with a bundled zod/mini and 60 with zod; and paths with
 * names, near-misses and all messages would still be made here.
 */
import { nearestName } from '../../util/near-miss.js';
import { faultOfText } from '../../util/storable-text.js';
import { optionOfOthers } from './other-words.js';
import { inside, type Place, type Problems } from './problem.js';
import { listed, quoted, showValue } from './show-value.js';

export type Check = (value: unknown, place: Place, problems: Problems) => void;

export type PlainObject = Readonly<Record<string, unknown>>;

/** Reports nothing: the value is checked elsewhere. */
export const elsewhere: Check = () => {};

/** Whether a value is an object with options, and not one of another class. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !(
    value instanceof Date ||
    value instanceof RegExp ||
    value instanceof Map ||
    value instanceof Set ||
    value instanceof Promise
  );
}

/** A check by a predicate. `what` follows "must be" in the message. */
export function must(what: string, holds: (value: unknown) => boolean): Check {
  return (value, place, problems) => {
    if (!holds(value)) problems.add(place, `must be ${what}, not ${showValue(value)}`);
  };
}

export const flag: Check = must('true or false', (value) => typeof value === 'boolean');

export const callback: Check = must('a function', (value) => typeof value === 'function');

export const finiteNumber: Check = must('a number', (value) => Number.isFinite(value));

/** Whether a value is a string of valid Unicode that every database accepts. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && faultOfText(value) === null;
}

/** Text, which may be empty. */
export const anyText: Check = (value, place, problems) => {
  if (typeof value !== 'string') problems.add(place, `must be text, not ${showValue(value)}`);
  else if (!isText(value)) problems.add(place, 'must be Unicode text without NUL characters');
};

/** Text for people. */
export const words: Check = (value, place, problems) => {
  if (typeof value === 'string' && value.trim() === '') problems.add(place, 'must not be empty');
  else anyText(value, place, problems);
};

const languageTag = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

/** Text for people: one for everybody, or one for each language. */
export const translated: Check = (value, place, problems) => {
  texts(value, words, place, problems);
};

/** The same, which may be empty. */
export const anyTranslated: Check = (value, place, problems) => {
  texts(value, anyText, place, problems);
};

function texts(value: unknown, text: Check, place: Place, problems: Problems): void {
  if (!isPlainObject(value)) {
    if (typeof value === 'string') text(value, place, problems);
    else problems.add(place, `must be text, not ${showValue(value)}`);
    return;
  }
  const given = Object.entries(value).filter(([, own]) => own !== undefined);
  if (given.length === 0) problems.add(place, 'must have a text for at least one language');
  for (const [language, own] of given) {
    if (languageTag.test(language)) text(own, inside(place, language), problems);
    else problems.add(place, `has ${quoted(language)}, which is no language: write en, de or pt-BR`);
  }
}

/** A whole number within bounds. */
export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): Check {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return must(
    `a whole number ${range}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  );
}

/** One of some names. The message suggests the nearest one. */
export function oneOf(names: readonly string[]): Check {
  return (value, place, problems) => {
    if (typeof value === 'string' && names.includes(value)) return;
    const suggestion = typeof value === 'string' ? nearestName(value, names) : null;
    problems.add(place, `must be ${listed(names.map(quoted))}, not ${showValue(value)}`, suggestion);
  };
}

/** A list; each entry is checked. */
export function listOf(entry: Check): Check {
  return (value, place, problems) => {
    if (!Array.isArray(value)) {
      problems.add(place, `must be a list, not ${showValue(value)}`);
      return;
    }
    // Not forEach, which skips holes: a hole in the list is a missing entry.
    for (const [position, item] of Array.from<unknown>(value).entries()) {
      entry(item, inside(place, position), problems);
    }
  };
}

/** A list without equal entries. */
export function distinct(list: Check): Check {
  return (value, place, problems) => {
    list(value, place, problems);
    if (!Array.isArray(value)) return;
    const repeated = value.findIndex((item, position) => value.indexOf(item) < position);
    if (repeated >= 0) problems.add(inside(place, repeated), `repeats ${showValue(value[repeated])}`);
  };
}

/** Passes if one of the checks does; otherwise reports `what`. */
export function either(what: string, ...checks: readonly Check[]): Check {
  return (value, place, problems) => {
    if (checks.some((check) => passes(check, value))) return;
    problems.add(place, `must be ${what}, not ${showValue(value)}`);
  };
}

/** Whether a check reports nothing about a value. */
export function passes(check: Check, value: unknown): boolean {
  let issues = 0;
  check(value, { keys: [], path: '', subject: null }, { all: [], add: () => (issues += 1) });
  return issues === 0;
}

export interface ObjectRules {
  readonly options: Readonly<Record<string, Check>>;
  readonly required?: readonly string[];
  /** What it is, for messages: `a text field`. */
  readonly noun?: string;
}

/** An object that has these options and no others. `undefined` counts as absent. */
export function objectOf(rules: ObjectRules): Check {
  return (value, place, problems) => {
    if (isPlainObject(value)) checkOptions(value, rules, place, problems);
    else problems.add(place, `must be an object, not ${showValue(value)}`);
  };
}

export function checkOptions(value: PlainObject, rules: ObjectRules, place: Place, problems: Problems): void {
  const { options, required = [], noun } = rules;
  const owner = noun === undefined ? '' : `${noun} `;
  for (const [name, option] of Object.entries(value)) {
    if (option === undefined) continue;
    const check = Object.hasOwn(options, name) ? options[name] : undefined;
    if (check === undefined) {
      const at = { ...place, keys: [...place.keys, name] };
      const known = Object.keys(options);
      const meant = optionOfOthers(name, known) ?? nearestName(name, known);
      problems.add(at, `${owner}has no option ${quoted(name)}`, meant);
    } else check(option, inside(place, name), problems);
  }
  for (const name of required) {
    if (value[name] === undefined) problems.add(place, `${owner}needs ${quoted(name)}`);
  }
}
