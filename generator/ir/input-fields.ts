import type { IrCollection, IrField, IrGlobal, IrInputs } from './ir.js';

/** The fields that the body of a write may have. */
export function inputFields(
  document: IrCollection | IrGlobal,
  operation: 'create' | 'update',
): readonly IrField[] {
  return ('inputs' in document ? document.inputs?.[operation] : undefined) ?? document.fields;
}

/** A password is not part of any document; the server checks it by its password policy. */
const password: IrField = {
  descriptor: { type: 'text', name: 'password', path: 'password', required: true },
  label: 'Password',
  description:
    'At least 12 characters with an upper-case and a lower-case letter, a digit and a symbol, unless the server says otherwise.',
  admin: {
    ...{ hidden: false, readOnly: false, placeholder: null, widget: null, width: null },
    ...{ isBeside: false, condition: null, rowLabel: {}, part: null },
  },
  optionLabels: {},
  optionTranslations: {},
  layout: [],
  translations: null,
  fields: [],
  blocks: [],
};

/**
 * Input fields of `/api/users`. A user is created with an email and a password; neither these nor the fields
 * that the service sets itself can be changed there (docs/spec/auth.md#endpoints).
 */
export function userInputs(fields: readonly IrField[]): IrInputs {
  const named = (name: string): readonly IrField[] =>
    fields.filter((field) => field.descriptor.name === name);
  const builtIn = ['email', 'name', 'role', 'emailVerified'];
  const own = fields.filter((field) => !builtIn.includes(field.descriptor.name));
  // A user created without a role gets the lowest role that registration can give.
  const role = named('role').map((field) => ({ ...field, descriptor: optional(field.descriptor) }));
  return {
    create: [...named('email'), password, ...named('name'), ...role, ...own],
    update: [...named('name'), ...named('role'), ...own],
  };
}

/** The field as optional: the service sets it if a body leaves it out. */
function optional(descriptor: IrField['descriptor']): IrField['descriptor'] {
  return { ...descriptor, defaultCallback: true } as IrField['descriptor'];
}
