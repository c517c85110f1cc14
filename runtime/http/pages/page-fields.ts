import type { PasswordPolicy } from '../../config/auth-options.js';
import type { FieldDefinition } from './page-view.js';

export const emailField: FieldDefinition = {
  name: 'email',
  label: 'Email',
  type: 'email',
  autocomplete: 'username',
};

/** Shows for which account a password is; password managers keep the two together. */
export function ownEmailField(email: string): FieldDefinition {
  return { ...emailField, value: email, readOnly: true };
}

export const nameField: FieldDefinition = {
  name: 'name',
  label: 'Name (optional)',
  autocomplete: 'name',
  optional: true,
};

export const currentPasswordField: FieldDefinition = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
};

/** A new password, with what it needs said before it is typed. */
export function newPasswordField(policy: PasswordPolicy): FieldDefinition {
  return {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: passwordHint(policy),
  };
}

function passwordHint({ minLength, uppercase, lowercase, digit, symbol }: PasswordPolicy): string {
  const kinds = [
    ...(uppercase ? ['an upper case letter'] : []),
    ...(lowercase ? ['a lower case letter'] : []),
    ...(digit ? ['a digit'] : []),
    ...(symbol ? ['a symbol'] : []),
  ];
  const last = kinds.pop();
  if (last === undefined) return `At least ${minLength} characters.`;
  return `At least ${minLength} characters, with ${kinds.length === 0 ? '' : `${kinds.join(', ')} and `}${last}.`;
}
