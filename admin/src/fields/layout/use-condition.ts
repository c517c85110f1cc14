import type { FormState } from '../../documents/form-store.js';
import { keyOf, type Path, valueAt } from '../../documents/path.js';
import { useFormState } from '../form-context.js';
import { called, type Functions, useConfigFunctions } from './config-functions.js';

/** What is shown by a condition of the config. */
export interface Conditional {
  readonly condition: string | undefined;
  /** Names of the fields in it: with an error in one of them it is shown, whatever the condition says. */
  readonly names: readonly string[];
}

/** Whether a field or a part of the layout is shown. `path` is that of the list around it. */
export function useCondition(own: Conditional, path: Path): boolean {
  const functions = useConfigFunctions();
  return useFormState((state) => isShown(own, path, state, functions));
}

export function isShown(
  { condition, names }: Conditional,
  path: Path,
  state: FormState,
  functions: Functions | null,
): boolean {
  if (condition === undefined) return true;
  if (errorsIn(names, path, state) > 0) return true;
  if (functions === null) return false;
  const { values } = state;
  return called(functions[condition], [values, valueAt(values, path)], true) === true;
}

/** Number of errors in fields of a list. */
export function errorsIn(names: readonly string[], path: Path, { errors, values }: FormState): number {
  if (errors.length === 0) return 0;
  const keys = names.map((name) => keyOf(values, [...path, name]));
  return errors.filter(({ key }) => keys.some((own) => key === own || key.startsWith(`${own}.`))).length;
}
