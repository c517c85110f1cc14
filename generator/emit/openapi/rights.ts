/** Sentences of a description that say who may send a request, and what its errors mean. */
import type { AccessDescriptor } from '../../../runtime/codegen/descriptors.js';
import type { Guard } from '../../../runtime/codegen/routes/route.js';
import type { Context } from './context.js';
import { codeSpan, sentences } from './describe.js';
import type { IrDocument } from './documents.js';
import type { ErrorName } from './errors.js';

/** Operations that the rules of a collection or global decide on. */
export type RuledOperation = 'read' | 'create' | 'update' | 'delete' | 'purge';

/** Whose right it is, by the config; null without authentication: then everyone has it. */
export function rightsOf({ descriptor }: IrDocument, operation: RuledOperation): string | null {
  if (descriptor.kind === 'collection' && descriptor.builtIn === 'users') {
    return operation === 'purge' ? null : usersRights[operation];
  }
  const rules: Partial<Record<RuledOperation, AccessDescriptor>> | undefined = descriptor.access;
  const rule = rules?.[operation];
  if (rule === undefined) return null;
  if (rule === 'anyone') return 'Open to everyone.';
  if (rule === 'callback') return 'A rule of the service decides on each request.';
  if (rule.length === 0) return 'For no role; API keys need a scope for it.';
  return `For the ${rule.length === 1 ? 'role' : 'roles'} ${rule.map(codeSpan).join(', ')}.`;
}

const usersRights: Readonly<Record<Exclude<RuledOperation, 'purge'>, string>> = {
  read: 'Users see their own account, and administrators those of others.',
  create: 'For administrators, who give roles below their own.',
  update: 'For users themselves, and for administrators of lower roles.',
  delete: 'For users themselves, and for administrators of lower roles.',
};

const guardRights: Readonly<Record<Guard, string | null>> = {
  none: 'Needs no credentials.',
  page: 'Needs no credentials.',
  link: 'Needs no credentials except the token.',
  form: 'Needs no credentials.',
  public: 'Needs no credentials.',
  documents: null,
  user: 'Needs a login or an API key.',
  session: 'Needs a session: API keys are refused.',
  refresh: 'Needs the refresh token.',
};

/** Who may send the request, where the kind of the route says so. */
export function rightsOfGuard(guard: Guard, { ir }: Context): string | null {
  return ir.contract.auth === undefined ? null : guardRights[guard];
}

const meanings: Partial<Readonly<Record<ErrorName, string>>> = {
  NotFound: '404 if it does not exist or may not be seen',
  NotFoundAmong: '404 if one of the documents does not exist',
  Conflict: '409 if it was modified, or a value is in use',
  InvalidToken: '400 for a token that is unknown, used or expired',
  NotAuthenticated: '401 for a wrong password',
  LoginForbidden: '403 before the email is verified',
  AccountLocked: '423 after too many failed logins',
};

/** The errors that are particular to an operation, in one sentence. */
export function errorSentence(errors: readonly ErrorName[]): string | null {
  const said = errors.flatMap((name) => meanings[name] ?? []);
  return said.length === 0 ? null : `${[...new Set(said)].join('; ')}.`;
}

/** A description with rights and errors. */
export function fullDescription(...parts: readonly (string | null | undefined)[]): string {
  return sentences(...parts.map((part) => part ?? null)) ?? '';
}
