import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import type { FieldError } from './field-errors.js';
import { keyOf, type Path, valueAt, withValueAt } from './path.js';
import { isSame } from './same.js';

/** Input that is not a valid value yet: half a number, JSON with a mistake. */
export interface Unfinished {
  readonly text: string;
  readonly message: string;
}

export interface FormState {
  /** The stored values. */
  readonly base: JsonObject;
  /** The values in the form. */
  readonly values: JsonObject;
  /** Keyed by the key of the input. */
  readonly unfinished: Readonly<Record<string, Unfinished>>;
  readonly errors: readonly FieldError[];
}

/**
 * The state of one form, outside React, so that an input is rendered again only when its own value changes.
 */
export interface FormStore {
  state(): FormState;
  subscribe(listener: () => void): () => void;
  /** Changes the value at a path and removes its issue. */
  setValue(path: Path, value: JsonValue): void;
  setUnfinished(path: Path, unfinished: Unfinished | null): void;
  setErrors(errors: readonly FieldError[]): void;
  /** Starts again from a stored document, with the given values in the form. */
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

/** Whether the form has unsaved changes. */
export function isDirty({ base, values, unfinished }: FormState): boolean {
  return Object.keys(unfinished).length > 0 || !isSame(base, values);
}
