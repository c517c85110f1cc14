import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonValue } from '../../../runtime/util/json.js';
import type { FormState, FormStore, Unfinished } from '../documents/form-store.js';
import { keyOf, type Path, valueAt } from '../documents/path.js';
import { fieldTypeOf } from './types/index.js';
import type { Widget } from './widget.js';

/** State that all widgets of a form share. */
export interface FormContextValue {
  readonly store: FormStore;
  /** Prefix of the ids of its inputs: a dialog has another form on the same page. */
  readonly formId: string;
  /** Returns the widget of a field. */
  readonly widgetFor: (field: AdminFieldMeta) => Widget;
  /** Why nothing can be changed; null if it can. */
  readonly closed: string | null;
  /** A collection and a global may have the same slug. */
  readonly kind: 'collection' | 'global';
  readonly slug: string;
  /** Id of the document; null while it is not created. */
  readonly documentId: string | null;
}

const FormContext = createContext<FormContextValue | null>(null);

export const FormProvider = FormContext.Provider;

export function useForm(): FormContextValue {
  const form = useContext(FormContext);
  if (form === null) throw new Error('There is no FormProvider around this component.');
  return form;
}

/** The form of a document that its collection does not have yet. */
export function useNewForm({
  store,
  formId,
  widgetFor,
  slug,
}: Pick<FormContextValue, 'store' | 'formId' | 'widgetFor' | 'slug'>): FormContextValue {
  return useMemo(
    () => ({ kind: 'collection', store, formId, widgetFor, closed: null, slug, documentId: null }),
    [store, formId, widgetFor, slug],
  );
}

/**
 * Selects from the form's state. The result has to stay the same, by `Object.is`, while the selected state
 * does not change.
 */
export function useFormState<T>(select: (state: FormState) => T): T {
  const { store } = useForm();
  return useSyncExternalStore(store.subscribe, () => select(store.state()));
}

/** Returns the value at a path of the form. */
export function useFieldValue(path: Path): JsonValue {
  return useFormState(({ values }) => valueAt(values, path));
}

/** Returns the key of a field: see `keyOf`. */
export function useFieldKey(path: Path): string {
  return useFormState(({ values }) => keyOf(values, path));
}

/** Whether there is an issue inside a field, in a row or a group. */
export function useErrorBelow(path: Path): boolean {
  const key = useFieldKey(path);
  return useFormState(({ errors }) => errors.some((error) => error.key.startsWith(`${key}.`)));
}

/** What a widget reads of its field, and how it changes it. */
export interface FieldHandle {
  readonly value: JsonValue;
  readonly setValue: (value: JsonValue) => void;
  /** Typed input that is not a valid value yet. */
  readonly unfinished: Unfinished | null;
  readonly setUnfinished: (unfinished: Unfinished | null) => void;
  /** The error message. */
  readonly error: string | null;
  /** Whether it cannot be changed. */
  readonly disabled: boolean;
  /** Id of the input; the ids of its label, description and error begin with it. */
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
  const issue = useFormState(({ errors }) => errors.find((error) => error.key === key)?.message ?? null);
  const id = inputId(formId, key);
  const error = issue ?? unfinished?.message ?? null;
  const disabled = closed !== null || isClosedField(field);
  const describedBy = [
    field.description === undefined ? null : `${id}-description`,
    isClosedField(field) ? `${id}-closed` : null,
    field.required === true && !disabled && !hasRequiredProperty(field) ? `${id}-required` : null,
    error === null ? null : `${id}-error`,
  ].filter((each) => each !== null);
  return {
    value,
    setValue: (next) => store.setValue(path, next),
    unfinished,
    setUnfinished: (next) => store.setUnfinished(path, next),
    error,
    disabled,
    id,
    labelId: `${id}-label`,
    describedBy: describedBy.length === 0 ? undefined : describedBy.join(' '),
  };
}

/**
 * `aria-required` has no effect on a group, and Chromium does not expose it for a list of choices: a
 * description is used there.
 */
function hasRequiredProperty(field: AdminFieldMeta): boolean {
  return field.widget === undefined && fieldTypeOf(field).hasRequiredProperty;
}

/** Whether this field cannot be changed in a form that can. */
export function isClosedField({ canUpdate, readOnly }: AdminFieldMeta): boolean {
  return !canUpdate || readOnly === true;
}

/** Returns the id of an input from the key of its field. */
export function inputId(formId: string, key: string): string {
  return `${formId}-${key}`;
}
