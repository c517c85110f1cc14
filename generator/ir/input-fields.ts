import type { IrCollection, IrField, IrGlobal, IrInputs } from './ir.js';

/** The fields that the body of a write may have. */
export function inputFields(
  document: IrCollection | IrGlobal,
  operation: 'create' | 'update',
): readonly IrField[] {
  return ('inputs' in document ? document.inputs?.[operation] : undefined) ?? document.fields;
}

/** A password is a part of no document, and judged by the policy of the server. */
const password: IrField = {
  descriptor: { type: 'text', name: 'password', path: 'password', required: true },
  label: 'Password',
  description:
    'At least 12 characters with an upper-case and a lower-case letter, a digit and a symbol, unless the server says otherwise.',
  admin: { hidden: false, readOnly: false, placeholder: null, widget: null },
  optionLabels: {},
  fields: [],
  blocks: [],
};

/**
 * What bodies of `/api/users` have: an email and a password make a user, and neither they nor what the service itself decides
 * can be changed there (auth.md, section 2).
 */
export function userInputs(fields: readonly IrField[]): IrInputs {
  const named = (name: string): readonly IrField[] =>
    fields.filter((field) => field.descriptor.name === name);
  const builtIn = ['email', 'name', 'role', 'emailVerified'];
  const own = fields.filter((field) => !builtIn.includes(field.descriptor.name));
  // A user made without a role gets the lowest that registration gives.
  const role = named('role').map((field) => ({ ...field, descriptor: optional(field.descriptor) }));
  return {
    create: [...named('email'), password, ...named('name'), ...role, ...own],
    update: [...named('name'), ...named('role'), ...own],
  };
}

/** Given by the service where a body leaves it out. */
function optional(descriptor: IrField['descriptor']): IrField['descriptor'] {
  return { ...descriptor, defaultCallback: true } as IrField['descriptor'];
}
