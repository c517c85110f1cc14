import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import { showIssues } from '../../accounts/form-issues.js';
import { NewPasswordField } from '../../accounts/new-password-field.js';
import { sessionsKey } from '../../accounts/sessions-query.js';
import { useApi } from '../../api/api-context.js';
import { useErrorDetails, useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Input } from '../../ui/inputs.js';
import { Notice } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { profileTexts } from './texts.js';

interface Passwords {
  readonly currentPassword: string;
  readonly newPassword: string;
}

const nothing: Passwords = { currentPassword: '', newPassword: '' };

/**
 * Changes the password. The current one proves the identity of the requester (OWASP ASVS 5, 6.2.3). The new
 * one is checked while it is typed, and by the service.
 */
export function ChangePassword({ email }: { readonly email: string }): ReactNode {
  const t = useTexts(profileTexts);
  const api = useApi();
  const client = useQueryClient();
  const { notify } = useNotifier();
  const errorText = useErrorText();
  const detailsOf = useErrorDetails();
  const { register, handleSubmit, setError, reset, watch, formState } = useForm<Passwords>({
    defaultValues: nothing,
  });
  const { errors, isSubmitting } = formState;
  const change = handleSubmit(async (passwords) => {
    try {
      await api.call('POST', 'auth/change-password', passwords);
      reset(nothing);
      notify({ kind: 'success', text: t.passwordChanged });
      await client.invalidateQueries({ queryKey: sessionsKey });
    } catch (error) {
      if (isSvcError(error) && error.code === 'INVALID_CREDENTIALS')
        setError('currentPassword', { message: t.wrongPassword }, { shouldFocus: true });
      else if (!showIssues(detailsOf(error), ['currentPassword', 'newPassword'], setError))
        setError('root', { message: errorText(error) });
    }
  });
  return (
    <section className="panel" aria-label={t.password}>
      <div className="panel-head">
        <h2 className="panel-title">{t.password}</h2>
      </div>
      <form noValidate onSubmit={(event) => void change(event)}>
        <div className="panel-body">
          <p>{t.passwordText}</p>
          {errors.root?.message && <Notice kind="danger">{errors.root.message}</Notice>}
          {/* Tells password managers to which account the password belongs. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <Field label={t.currentPassword} required error={errors.currentPassword?.message}>
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="current-password"
                {...register('currentPassword', { validate: (value) => value !== '' || t.currentRequired })}
              />
            )}
          </Field>
          <NewPasswordField
            label={t.newPassword}
            email={email}
            password={watch('newPassword')}
            error={errors.newPassword?.message}
            input={register('newPassword', {
              validate: (value, { currentPassword }) =>
                value === '' ? t.newRequired : value !== currentPassword || t.samePassword,
            })}
          />
        </div>
        <div className="panel-foot">
          <Button type="submit" variant="primary" isBusy={isSubmitting}>
            {t.changePassword}
          </Button>
        </div>
      </form>
    </section>
  );
}
