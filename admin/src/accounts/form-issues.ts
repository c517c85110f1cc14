import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import type { ErrorDetail } from '../../../templates/sdk/errors.js';

/**
 * Shows the issues that the service returned (`useErrorDetails`) at the inputs that they name, and focuses
 * the first of these inputs.
 *
 * @returns whether every issue belongs to an input; if not, the form has to show the error as a whole.
 */
export function showIssues<T extends FieldValues>(
  details: readonly ErrorDetail[],
  names: readonly FieldPath<T>[],
  setError: UseFormSetError<T>,
): boolean {
  let isFirst = true;
  for (const name of names) {
    const messages = details.filter(({ path }) => path === name).map(({ message }) => message);
    if (messages.length === 0) continue;
    setError(name, { type: 'server', message: messages.join(' ') }, { shouldFocus: isFirst });
    isFirst = false;
  }
  return details.length > 0 && details.every(({ path }) => names.some((name) => name === path));
}
