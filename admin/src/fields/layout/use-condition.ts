import { type Path, valueAt } from '../../documents/path.js';
import { useFormState } from '../form-context.js';
import { called, useConfigFunctions } from './config-functions.js';

/** Whether a field or a part of the layout is shown. `path` is that of the list around it. */
export function useCondition(condition: string | undefined, path: Path): boolean {
  const functions = useConfigFunctions();
  return useFormState(({ values }) => {
    if (condition === undefined) return true;
    if (functions === null) return false;
    return called(functions[condition], [values, valueAt(values, path)], true) === true;
  });
}
