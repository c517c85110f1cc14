import { useCallback } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { checkValues } from '../documents/check-values.js';
import { type FieldError, fieldErrors, inFormOrder } from '../documents/field-errors.js';
import type { FormStore } from '../documents/form-store.js';
import { useErrorDetails, useErrorText } from '../i18n/error-text.js';
import { useLanguage, useTexts } from '../i18n/language.js';
import { fieldTexts } from './texts.js';
import { fieldTypeOf } from './types/index.js';

/** What prevents saving, in addition to the issues shown at inputs. */
export interface FormProblem {
  readonly message: string;
  /** Issues that no input can show. */
  readonly others: readonly string[];
}

interface FormIssueFinder {
  /** Checks the form before it is sent; returns whether it may be sent. */
  readonly check: (complete: boolean) => boolean;
  /** Shows the issues of an error response at the inputs; returns the rest. */
  readonly show: (error: unknown) => FormProblem;
}

/** Finds the issues of a form and shows them at its inputs. */
export function useFormIssues(store: FormStore, fields: readonly AdminFieldMeta[]): FormIssueFinder {
  const t = useTexts(fieldTexts);
  const { name: language } = useLanguage();
  const errorText = useErrorText();
  const detailsOf = useErrorDetails();
  const check = useCallback(
    (complete: boolean): boolean => {
      const { values, unfinished } = store.state();
      const open = Object.entries(unfinished).map(
        ([key, { message }]): FieldError => ({ key, label: labelOf(fields, key), message }),
      );
      const found = checkValues(fields, values, {
        complete,
        message: (name, limit, field) => {
          if (name === 'shape') return fieldTypeOf(field).shape(field)?.message[language] ?? t.pattern;
          return name === 'required' ? t.missing : textOf(t[name], limit);
        },
        fits: hasShape,
      }).filter(({ key }) => unfinished[key] === undefined);
      store.setErrors(inFormOrder(fields, [...open, ...found]));
      return open.length + found.length === 0;
    },
    [store, fields, t, language],
  );
  const show = useCallback(
    (error: unknown): FormProblem => {
      const { fields: found, others } = fieldErrors(fields, store.state().values, detailsOf(error));
      store.setErrors(inFormOrder(fields, found));
      return {
        message: errorText(error),
        others: others.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)),
      };
    },
    [store, fields, errorText, detailsOf],
  );
  return { check, show };
}

/** Whether a text has the form that the type of its field asks for. */
export function hasShape(field: AdminFieldMeta, value: string): boolean {
  return fieldTypeOf(field).shape(field)?.fits(value) ?? true;
}

function textOf(text: string | ((limit: number) => string), limit: number): string {
  return typeof text === 'function' ? text(limit) : text;
}

/** Returns the label of the outermost field: a key names rows by ids, which mean nothing to users. */
function labelOf(fields: readonly AdminFieldMeta[], key: string): string {
  const [name] = key.split('.');
  return fields.find((field) => field.name === name)?.label ?? key;
}
