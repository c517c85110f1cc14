import type { PasswordPolicy } from '../../config/auth-options.js';
import type { Phrase } from './language/nested-text.js';
import { phrase } from './language/page-text.js';
import type { FieldDefinition } from './page-view.js';

export const emailField: FieldDefinition = {
  name: 'email',
  label: 'Email',
  type: 'email',
  autocomplete: 'username',
};

/** Shows the account of a password; password managers store the two together. */
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

export const rememberField: FieldDefinition = {
  name: 'remember',
  label: 'Keep me signed in',
  type: 'checkbox',
  optional: true,
  value: 'on',
};

/** Whether the box is ticked: a browser omits it from the form otherwise. */
export function isRemembered(form: ReadonlyMap<string, string>): boolean {
  return form.get('remember') === 'on';
}

/** The field of a new password, with its requirements as a hint. */
export function newPasswordField(policy: PasswordPolicy): FieldDefinition {
  return {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: passwordHint(policy),
  };
}

function passwordHint(policy: PasswordPolicy): Phrase {
  const kinds = (['uppercase', 'lowercase', 'digit', 'symbol'] as const).filter((kind) => policy[kind]);
  return phrase('passwordHint', { min: policy.minLength, kinds });
}
