import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import { showFaults } from '../../accounts/form-faults.js';
import { NewPasswordField } from '../../accounts/new-password-field.js';
import { type User, usersKey } from '../../accounts/user.js';
import { grantableRoles } from '../../accounts/user-rights.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { paths } from '../../app/paths.js';
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
import { usersTexts } from './texts.js';

interface CreateUserDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes an account that works at once. Required fields of the config are asked for by the service, and filled in on the user's screen. */
export function CreateUserDialog({ isOpen, onClose }: CreateUserDialogProps): ReactNode {
  const t = useTexts(usersTexts);
  const ui = useTexts(uiTexts);
  const formId = useId();
  const [isSaving, setIsSaving] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.createTitle}
      description={t.createText}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isSaving}>
            {t.create}
          </Button>
        </>
      }
    >
      <CreateUserForm id={formId} onSaving={setIsSaving} />
    </Dialog>
  );
}

interface CreateUserFormProps {
  readonly id: string;
  readonly onSaving: (isSaving: boolean) => void;
}

interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: string;
}

function CreateUserForm({ id, onSaving }: CreateUserFormProps): ReactNode {
  const t = useTexts(usersTexts);
  const api = useApi();
  const auth = useAuthMeta();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { notify } = useNotifier();
  const errorText = useErrorText();
  const roleLabel = useRoleLabel();
  const roles = auth ? grantableRoles(auth.user, auth.roles) : [];
  const { register, handleSubmit, setError, watch, formState } = useForm<NewUser>({
    defaultValues: { email: '', name: '', password: '', role: roles.at(-1)?.name ?? '' },
  });
  const { errors } = formState;
  const save = handleSubmit(async ({ email, name, password, role }) => {
    onSaving(true);
    try {
      const data = { email: email.trim(), password, role, ...(name.trim() !== '' && { name: name.trim() }) };
      const user = await api.call<User>('POST', 'users', data);
      notify({ kind: 'success', text: t.createdUser(user.email) });
      await client.invalidateQueries({ queryKey: usersKey });
      navigate(paths.user(user.id));
    } catch (error) {
      if (!showFaults(error, ['email', 'name', 'password', 'role'], setError))
        setError('root', { message: errorText(error) });
    } finally {
      onSaving(false);
    }
  });
  return (
    <form id={id} className="form" noValidate onSubmit={(event) => void save(event)}>
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
      <Field label={t.name} error={errors.name?.message}>
        {(control) => <Input {...control} autoComplete="off" maxLength={200} {...register('name')} />}
      </Field>
      <Field label={t.role} error={errors.role?.message}>
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
      <NewPasswordField
        label={t.password}
        description={t.passwordText}
        email={watch('email')}
        password={watch('password')}
        error={errors.password?.message}
        input={register('password', { validate: (value) => value !== '' || t.passwordRequired })}
      />
    </form>
  );
}
