import type { ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormRegisterReturn, UseFormSetError } from 'react-hook-form';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import { showIssues } from '../../accounts/form-issues.js';
import { useErrorDetails, useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Field } from '../../ui/field.js';
import { Input } from '../../ui/inputs.js';
import { profileTexts } from './texts.js';

interface CurrentPasswordProps {
  readonly email: string;
  readonly error: string | undefined;
  readonly input: UseFormRegisterReturn;
}

/** Proves the identity of the requester before a change of the account (OWASP ASVS 5, 6.2.3). */
export function CurrentPassword({ email, error, input }: CurrentPasswordProps): ReactNode {
  const t = useTexts(profileTexts);
  return (
    <>
      {/* Tells password managers to which account the password belongs. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t.currentPassword} required error={error}>
        {(control) => <Input {...control} type="password" autoComplete="current-password" {...input} />}
      </Field>
    </>
  );
}

/** Returns a function that shows a refused change at the fields it is about, or else above the form. */
export function useRefusal<T extends FieldValues & { readonly currentPassword: string }>(
  fields: readonly FieldPath<T>[],
  setError: UseFormSetError<T>,
): (error: unknown) => void {
  const t = useTexts(profileTexts);
  const errorText = useErrorText();
  const detailsOf = useErrorDetails();
  return (error) => {
    if (isSvcError(error) && error.code === 'INVALID_CREDENTIALS')
      setError('currentPassword' as FieldPath<T>, { message: t.wrongPassword }, { shouldFocus: true });
    else if (!showIssues(detailsOf(error), fields, setError)) setError('root', { message: errorText(error) });
  };
}
