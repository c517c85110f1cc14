import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonValue } from '../../../runtime/util/json.js';
import type { FormState, FormStore, Unfinished } from '../documents/form-store.js';
import { keyOf, type Path, valueAt } from '../documents/path.js';
import type { Widget } from './widget.js';

/** What the widgets of one form share. */
export interface FormContextValue {
  readonly store: FormStore;
  /** Begins the ids of its inputs: a dialog has a form of its own on the same page. */
  readonly formId: string;
  /** What draws a field. */
  readonly widgetFor: (field: AdminFieldMeta) => Widget;
  /** Why nothing can be changed; null where it can. */
  readonly closed: string | null;
  /** Slug of the collection or global. */
  readonly slug: string;
  /** Of the document; null while it is not created. */
  readonly documentId: string | null;
}

const FormContext = createContext<FormContextValue | null>(null);

export const FormProvider = FormContext.Provider;

export function useForm(): FormContextValue {
  const form = useContext(FormContext);
  if (form === null) throw new Error('There is no FormProvider around this component.');
  return form;
}

/** What is made of the form's state; it has to be the same value, by `Object.is`, while nothing of it changes. */
export function useFormState<T>(select: (state: FormState) => T): T {
  const { store } = useForm();
  return useSyncExternalStore(store.subscribe, () => select(store.state()));
}

/** The value at a path of the form. */
export function useFieldValue(path: Path): JsonValue {
  return useFormState(({ values }) => valueAt(values, path));
}

/** The key of a field: see `keyOf`. */
export function useFieldKey(path: Path): string {
  return useFormState(({ values }) => keyOf(values, path));
}

/** Whether something is wrong below a field, in a row or a group. */
export function useErrorBelow(path: Path): boolean {
  const key = useFieldKey(path);
  return useFormState(({ errors }) => errors.some((error) => error.key.startsWith(`${key}.`)));
}

/** What a widget knows of its field, and how it changes it. */
export interface FieldHandle {
  readonly value: JsonValue;
  readonly setValue: (value: JsonValue) => void;
  /** What was typed and is not a value yet. */
  readonly unfinished: Unfinished | null;
  readonly setUnfinished: (unfinished: Unfinished | null) => void;
  /** What is wrong with it, for people. */
  readonly error: string | null;
  /** Whether it cannot be changed. */
  readonly disabled: boolean;
  /** Of the input; ids of its label, description and error begin with it. */
  readonly id: string;
  readonly labelId: string;
  /** For `aria-describedby`. */
  readonly describedBy: string | undefined;
}

export function useField(field: AdminFieldMeta, path: Path): FieldHandle {
  const { store, formId, closed } = useForm();
  const key = useFieldKey(path);
  const value = useFieldValue(path);
  const unfinished = useFormState((state) => state.unfinished[key] ?? null);
  const fault = useFormState(({ errors }) => errors.find((error) => error.key === key)?.message ?? null);
  const id = inputId(formId, key);
  const error = fault ?? unfinished?.message ?? null;
  const describedBy = [
    field.description === undefined ? null : `${id}-description`,
    isClosedField(field) ? `${id}-closed` : null,
    error === null ? null : `${id}-error`,
  ].filter((each) => each !== null);
  return {
    value,
    setValue: (next) => store.setValue(path, next),
    unfinished,
    setUnfinished: (next) => store.setUnfinished(path, next),
    error,
    disabled: closed !== null || isClosedField(field),
    id,
    labelId: `${id}-label`,
    describedBy: describedBy.length === 0 ? undefined : describedBy.join(' '),
  };
}

/** Whether this field cannot be changed in a form that can. */
export function isClosedField({ canUpdate, readOnly }: AdminFieldMeta): boolean {
  return !canUpdate || readOnly === true;
}

/** The id of an input by the key of its field. */
export function inputId(formId: string, key: string): string {
  return `${formId}-${key}`;
}
