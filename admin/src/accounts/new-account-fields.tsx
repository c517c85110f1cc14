import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useAuthMeta } from '../api/meta-context.js';
import { useRoleLabel } from '../app/use-role-label.js';
import { useTexts } from '../i18n/language.js';
import { Field } from '../ui/field.js';
import { Input, Select } from '../ui/inputs.js';
import { Notice } from '../ui/states.js';
import { accountTexts } from './texts.js';
import { grantableRoles } from './user-rights.js';

export const newAccountFields = ['email', 'name', 'role'] as const;

type NewAccountField = (typeof newAccountFields)[number];

type Rules = { readonly validate?: (value: string) => true | string };

type Messages = Readonly<
  Partial<Record<NewAccountField | 'root', { readonly message?: string | undefined }>>
>;

interface NewAccountFieldsProps {
  /** `register` of the form that contains the fields. */
  readonly register: (name: NewAccountField, rules?: Rules) => UseFormRegisterReturn;
  readonly errors: Messages;
}

/** Owner and rights of a new account, the same for a direct creation and for an invitation. */
export function NewAccountFields({ register, errors }: NewAccountFieldsProps): ReactNode {
  const t = useTexts(accountTexts);
  const auth = useAuthMeta();
  const roleLabel = useRoleLabel();
  const isRequired = (value: string): true | string => value.trim() !== '' || t.emailRequired;
  return (
    <>
      {errors.root?.message && <Notice kind="danger">{errors.root.message}</Notice>}
      <Field label={t.email} required error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...register('email', { validate: isRequired })}
          />
        )}
      </Field>
      <Field label={t.name} description={t.nameText} error={errors.name?.message}>
        {(control) => <Input {...control} autoComplete="off" maxLength={200} {...register('name')} />}
      </Field>
      <Field
        label={t.role}
        description={auth?.user.role === 'super_admin' ? undefined : t.grantableText}
        error={errors.role?.message}
      >
        {(control) => (
          <Select {...control} {...register('role')}>
            {(auth ? grantableRoles(auth.user, auth.roles) : []).map(({ name }) => (
              <option key={name} value={name}>
                {roleLabel(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

/** Returns the values of the form as a request body. */
export function newAccountBody({ email, name, role }: NewAccount): {
  readonly email: string;
  readonly role: string;
  readonly name?: string;
} {
  return { email: email.trim(), role, ...(name.trim() !== '' && { name: name.trim() }) };
}
