import type { ContractDescriptor, DocumentDescriptor, FieldDescriptor } from '../codegen/descriptors.js';
import { addressField } from '../config/upload-fields.js';
import { createFieldRights, type FieldRights } from './field-rights.js';
import { type DocumentOperation, parseScopes, type Scope } from './scopes.js';

/**
 * Which scopes a role may give to a key: no user gives rights that they do not have themselves, and a
 * `super_admin` may give anything (docs/spec/contract.md#roles-and-ranks). What a callback decides depends on
 * the user, the document or the hour, and a scope replaces the callback; so only a `super_admin` gives scopes
 * that replace one.
 */
export type ScopeLimits = (scopes: readonly string[], role: string) => readonly string[];

/** Returns those of the scopes that lie within the rights of a role. */
export function createScopeLimits(contract: ContractDescriptor): ScopeLimits {
  const rightsByRole = new Map<string, FieldRights>();

  function rightsOf(role: string): FieldRights {
    const rights =
      rightsByRole.get(role) ??
      createFieldRights(
        contract,
        (_, field, operation) => field.access?.[operation]?.includes(role) === true,
      );
    rightsByRole.set(role, rights);
    return rights;
  }

  return function scopesWithin(scopes, role) {
    if (role === 'super_admin') return scopes;
    // A role that the config no longer has may do nothing.
    if (contract.auth === undefined || !Object.hasOwn(contract.auth.roles, role)) return [];
    return scopes.filter((text) => {
      const scope = parsedOrNull(text, contract);
      return scope !== null && isWithin(scope, { role, contract, rights: rightsOf(role) });
    });
  };
}

/** A key may be older than the config: the document or field of a scope may be gone. */
function parsedOrNull(text: string, contract: ContractDescriptor): Scope | null {
  try {
    return parseScopes([text], contract)[0] ?? null;
  } catch {
    return null;
  }
}

function isWithin(
  scope: Scope,
  {
    role,
    contract,
    rights,
  }: { readonly role: string; readonly contract: ContractDescriptor; readonly rights: FieldRights },
): boolean {
  const { document, fields, operations, routes } = scope;
  // No user decides for others what a callback admits: that is for a super_admin.
  if (routes !== null)
    return routes.every(
      ({ access }) => access === 'anyone' || (Array.isArray(access) && access.includes(role)),
    );
  if (fields !== null) {
    return operations.every((operation) => {
      const closed: ReadonlySet<FieldDescriptor> = operation === 'read' ? rights.hidden : rights.fixed;
      return fields.every(
        (field) => !closed.has(field) && (operation !== 'read' || mayFollow(document, field, role)),
      );
    });
  }
  const documents = document === null ? ofTheConfig(contract) : [document];
  return documents.every((one) => operations.every((operation) => mayDo(one, operation, role)));
}

/** Whether a role may read what a field leads to: the address of a file opens it as it was sent. */
function mayFollow(document: DocumentDescriptor | null, { path }: FieldDescriptor, role: string): boolean {
  if (document?.kind !== 'collection' || path !== addressField) return true;
  return document.upload?.originalReaders?.includes(role) ?? true;
}

/** What `*` covers. */
function ofTheConfig({ collections, globals }: ContractDescriptor): readonly DocumentDescriptor[] {
  return [...collections.filter(({ builtIn }) => builtIn !== 'users'), ...globals];
}

function mayDo(document: DocumentDescriptor, operation: DocumentOperation, role: string): boolean {
  // A global is neither created nor deleted, so a scope for that grants nothing.
  if (document.kind === 'global' && operation !== 'read' && operation !== 'update') return true;
  // The same where nothing is kept after its deletion.
  if (document.kind === 'collection' && operation === 'purge' && document.trash === undefined) return true;
  const access: Readonly<Partial<Record<DocumentOperation, 'anyone' | 'callback' | readonly string[]>>> =
    document.access ?? {};
  const rule = access[operation];
  return rule === 'anyone' || (Array.isArray(rule) && rule.includes(role));
}
