import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFaults } from '../../accounts/form-faults.js';
import { grantableRoles } from '../../accounts/user-rights.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { useRoleLabel } from '../../app/use-role-label.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Input, Select } from '../../ui/inputs.js';
import { Notice } from '../../ui/states.js';
import { uiTexts } from '../../ui/texts.js';
import { useNotifier } from '../../ui/toast.js';
import { invitesKey } from './invites-query.js';
import { invitesTexts } from './texts.js';

interface InviteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function InviteDialog({ isOpen, onClose }: InviteDialogProps): ReactNode {
  const t = useTexts(invitesTexts);
  const ui = useTexts(uiTexts);
  const formId = useId();
  const [isSending, setIsSending] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.inviteTitle}
      description={t.inviteText}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" icon="mail" isBusy={isSending}>
            {t.send}
          </Button>
        </>
      }
    >
      <InviteForm id={formId} onSending={setIsSending} onSent={onClose} />
    </Dialog>
  );
}

interface InviteFormProps {
  readonly id: string;
  readonly onSending: (isSending: boolean) => void;
  readonly onSent: () => void;
}

interface InviteValues {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

function InviteForm({ id, onSending, onSent }: InviteFormProps): ReactNode {
  const t = useTexts(invitesTexts);
  const api = useApi();
  const auth = useAuthMeta();
  const client = useQueryClient();
  const { notify } = useNotifier();
  const errorText = useErrorText();
  const roleLabel = useRoleLabel();
  const roles = auth ? grantableRoles(auth.user, auth.roles) : [];
  const lowest = roles.find(({ name }) => name === 'editor') ?? roles.at(-1);
  const { register, handleSubmit, setError, formState } = useForm<InviteValues>({
    defaultValues: { email: '', name: '', role: lowest?.name ?? '' },
  });
  const { errors } = formState;
  const send = handleSubmit(async ({ email, name, role }) => {
    onSending(true);
    try {
      const data = { email: email.trim(), role, ...(name.trim() !== '' && { name: name.trim() }) };
      await api.call('POST', 'auth/invites', data);
      notify({ kind: 'success', text: t.sent(data.email) });
      await client.invalidateQueries({ queryKey: invitesKey });
      onSent();
    } catch (error) {
      if (!showFaults(error, ['email', 'name', 'role'], setError))
        setError('root', { message: errorText(error) });
    } finally {
      onSending(false);
    }
  });
  return (
    <form id={id} className="form" noValidate onSubmit={(event) => void send(event)}>
      {errors.root?.message && <Notice kind="danger">{errors.root.message}</Notice>}
      <Field label={t.email} required error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...register('email', { validate: (value) => value.trim() !== '' || t.emailRequired })}
          />
        )}
      </Field>
      <Field label={t.name} description={t.nameText} error={errors.name?.message}>
        {(control) => <Input {...control} autoComplete="off" maxLength={200} {...register('name')} />}
      </Field>
      <Field
        label={t.role}
        description={auth?.user.role === 'super_admin' ? undefined : t.roleText}
        error={errors.role?.message}
      >
        {(control) => (
          <Select {...control} {...register('role')}>
            {roles.map(({ name }) => (
              <option key={name} value={name}>
                {roleLabel(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </form>
  );
}
