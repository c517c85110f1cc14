import { useCallback } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { checkValues } from '../documents/check-values.js';
import { type FieldError, fieldErrors } from '../documents/field-errors.js';
import type { FormStore } from '../documents/form-store.js';
import { useErrorDetails, useErrorText } from '../i18n/error-text.js';
import { useTexts } from '../i18n/language.js';
import { fieldTexts } from './texts.js';

/** What keeps a form from being saved, beside the faults that stand at its inputs. */
export interface FormProblem {
  readonly message: string;
  /** Faults that no input can show. */
  readonly others: readonly string[];
}

interface FormFaultFinder {
  /** Looks through the form before it is sent; answers whether it can be. */
  readonly check: (complete: boolean) => boolean;
  /** Puts what an answer says at the inputs; answers what is left to say. */
  readonly show: (error: unknown) => FormProblem;
}

/** Brings what is wrong with a form to its inputs. */
export function useFormFaults(store: FormStore, fields: readonly AdminFieldMeta[]): FormFaultFinder {
  const t = useTexts(fieldTexts);
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
        message: (name, limit) => (name === 'required' ? t.missing : textOf(t[name], limit)),
      }).filter(({ key }) => unfinished[key] === undefined);
      store.setErrors([...open, ...found]);
      return open.length + found.length === 0;
    },
    [store, fields, t],
  );
  const show = useCallback(
    (error: unknown): FormProblem => {
      const { fields: found, others } = fieldErrors(fields, store.state().values, detailsOf(error));
      store.setErrors(found);
      return {
        message: errorText(error),
        others: others.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)),
      };
    },
    [store, fields, errorText, detailsOf],
  );
  return { check, show };
}

function textOf(text: string | ((limit: number) => string), limit: number): string {
  return typeof text === 'function' ? text(limit) : text;
}

/** The label of the outermost field: a key names rows by ids, which say nothing to people. */
function labelOf(fields: readonly AdminFieldMeta[], key: string): string {
  const [name] = key.split('.');
  return fields.find((field) => field.name === name)?.label ?? key;
}
