import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import type { FieldError } from './field-errors.js';
import { keyOf, type Path, valueAt, withValueAt } from './path.js';
import { isSame } from './same.js';

/** What stands in an input and is not yet a value: half a number, JSON with a slip. */
export interface Unfinished {
  readonly text: string;
  readonly message: string;
}

export interface FormState {
  /** What is stored. */
  readonly base: JsonObject;
  /** What stands in the form. */
  readonly values: JsonObject;
  /** By the key of the input. */
  readonly unfinished: Readonly<Record<string, Unfinished>>;
  readonly errors: readonly FieldError[];
}

/** The state of one form, outside React, so that an input is drawn anew only when its own value changes. */
export interface FormStore {
  state(): FormState;
  subscribe(listener: () => void): () => void;
  /** Changes the value at a path, and drops what was wrong with it. */
  setValue(path: Path, value: JsonValue): void;
  setUnfinished(path: Path, unfinished: Unfinished | null): void;
  setErrors(errors: readonly FieldError[]): void;
  /** Begins anew from a stored document, with other values in the form where given. */
  reset(base: JsonObject, values?: JsonObject, unfinished?: FormState['unfinished']): void;
}

export function createFormStore(base: JsonObject, values: JsonObject = base): FormStore {
  let state: FormState = { base, values, unfinished: {}, errors: [] };
  const listeners = new Set<() => void>();
  const change = (next: Partial<FormState>): void => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setValue: (path, value) => {
      const key = keyOf(state.values, path);
      if (isSame(valueAt(state.values, path), value) && state.unfinished[key] === undefined) return;
      const { [key]: _finished, ...unfinished } = state.unfinished;
      change({
        values: withValueAt(state.values, path, value),
        unfinished,
        errors: state.errors.filter((error) => error.key !== key),
      });
    },
    setUnfinished: (path, unfinished) => {
      const key = keyOf(state.values, path);
      const { [key]: previous, ...others } = state.unfinished;
      if (unfinished === null && previous === undefined) return;
      change({ unfinished: unfinished === null ? others : { ...others, [key]: unfinished } });
    },
    setErrors: (errors) => change({ errors }),
    reset: (stored, next = stored, unfinished = {}) =>
      change({ base: stored, values: next, unfinished, errors: [] }),
  };
}

/** Whether anything stands in the form that is not stored. */
export function isDirty({ base, values, unfinished }: FormState): boolean {
  return Object.keys(unfinished).length > 0 || !isSame(base, values);
}
