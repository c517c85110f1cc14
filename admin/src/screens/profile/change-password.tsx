import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { NewPasswordField } from '../../accounts/new-password-field.js';
import { sessionsKey } from '../../accounts/sessions-query.js';
import { useApi } from '../../api/api-context.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { CurrentPassword, useRefusal } from './current-password.js';
import { profileTexts } from './texts.js';

interface Passwords {
  readonly currentPassword: string;
  readonly newPassword: string;
}

const nothing: Passwords = { currentPassword: '', newPassword: '' };

/** Changes the password. The new one is checked while it is typed, and by the service. */
export function ChangePassword({ email }: { readonly email: string }): ReactNode {
  const t = useTexts(profileTexts);
  const api = useApi();
  const client = useQueryClient();
  const { notify } = useNotifier();
  const { register, handleSubmit, setError, reset, watch, formState } = useForm<Passwords>({
    defaultValues: nothing,
  });
  const { errors, isSubmitting } = formState;
  const refuse = useRefusal(['currentPassword', 'newPassword'], setError);
  const change = handleSubmit(async (passwords) => {
    try {
      await api.call('POST', 'auth/change-password', passwords);
      reset(nothing);
      notify({ kind: 'success', text: t.passwordChanged });
      await client.invalidateQueries({ queryKey: sessionsKey });
    } catch (error) {
      refuse(error);
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
          <CurrentPassword
            email={email}
            error={errors.currentPassword?.message}
            input={register('currentPassword', { validate: (value) => value !== '' || t.currentRequired })}
          />
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
