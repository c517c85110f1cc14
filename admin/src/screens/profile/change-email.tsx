import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AuthEmailChange } from '../../../../templates/sdk/auth/answers.js';
import { useAction } from '../../accounts/use-action.js';
import type { Api } from '../../api/api.js';
import { useApi } from '../../api/api-context.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Input } from '../../ui/inputs.js';
import { Notice } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { CurrentPassword, useRefusal } from './current-password.js';
import { profileTexts } from './texts.js';

interface Answer {
  readonly emailChange: AuthEmailChange | null;
}

const changeKey = ['email-change'] as const;

function changeQuery(api: Api) {
  return queryOptions({
    queryKey: changeKey,
    queryFn: async ({ signal }) => {
      const answer = await api.call<Answer>('GET', 'auth/email-change', undefined, { signal });
      return answer.emailChange;
    },
  });
}

/** Asks for another address, or shows the one that waits for the link in its mail to be opened. */
export function ChangeEmail({ email }: { readonly email: string }): ReactNode {
  const t = useTexts(profileTexts);
  const api = useApi();
  const { data: waiting = null } = useQuery(changeQuery(api));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="panel" aria-label={t.anotherEmail}>
      <div className="panel-head">
        <h2 className="panel-title">{t.anotherEmail}</h2>
      </div>
      {isOpen ? (
        <RequestForm email={email} onDone={() => setIsOpen(false)} />
      ) : (
        <div className="panel-body">
          {waiting ? <Waiting change={waiting} /> : <p>{t.changeEmailText}</p>}
          <div className="role-line">
            <Button icon="mail" onClick={() => setIsOpen(true)}>
              {waiting ? t.otherEmail : t.changeEmail}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

function Waiting({ change }: { readonly change: AuthEmailChange }): ReactNode {
  const t = useTexts(profileTexts);
  const api = useApi();
  const cancel = useAction({
    call: () => api.call('DELETE', 'auth/email-change'),
    done: t.emailChangeCancelled,
    forget: [changeKey],
  });
  return (
    <div className="panel-row">
      <p>{t.emailWaits(change.newEmail)}</p>
      <Button isBusy={cancel.isBusy} onClick={() => cancel.run()}>
        {t.cancelEmailChange}
      </Button>
    </div>
  );
}

interface Wanted {
  readonly newEmail: string;
  readonly currentPassword: string;
}

function RequestForm({ email, onDone }: { readonly email: string; readonly onDone: () => void }): ReactNode {
  const t = useTexts(profileTexts);
  const api = useApi();
  const client = useQueryClient();
  const { notify } = useNotifier();
  const { register, handleSubmit, setError, formState } = useForm<Wanted>({
    defaultValues: { newEmail: '', currentPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const refuse = useRefusal(['newEmail', 'currentPassword'], setError);
  const send = handleSubmit(async (wanted) => {
    try {
      await api.call('POST', 'auth/email-change', wanted);
      notify({ kind: 'success', text: t.emailChangeSent(wanted.newEmail) });
      await client.invalidateQueries({ queryKey: changeKey });
      onDone();
    } catch (error) {
      refuse(error);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <div className="panel-body">
        <p>{t.changeEmailText}</p>
        {errors.root?.message && <Notice kind="danger">{errors.root.message}</Notice>}
        <Field label={t.newEmail} required error={errors.newEmail?.message}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              {...register('newEmail', {
                validate: (value) => (value.trim() === '' ? t.newEmailRequired : true),
              })}
            />
          )}
        </Field>
        <CurrentPassword
          email={email}
          error={errors.currentPassword?.message}
          input={register('currentPassword', { validate: (value) => value !== '' || t.currentRequired })}
        />
      </div>
      <div className="panel-foot">
        <Button onClick={onDone}>{t.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={isSubmitting}>
          {t.sendEmailLink}
        </Button>
      </div>
    </form>
  );
}
