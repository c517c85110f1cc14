import { type ExpiryChoice, expiryOf } from './key-expiry.js';
import { type ScopeSelection, type ScopeTarget, writeScopes } from './key-scopes.js';

/** What stands in the form of a key. `keep`: as it is stored. */
export interface KeyValues {
  readonly name: string;
  readonly grant: 'role' | 'scopes';
  readonly role: string;
  readonly scopes: ScopeSelection;
  readonly expiry: ExpiryChoice | 'keep';
  /** `2027-01-31`, for an expiry of one's own. */
  readonly day: string;
}

/** What is missing, by input. */
export interface KeyFaults {
  readonly name?: 'nameRequired';
  readonly scopes?: 'scopesRequired';
  readonly day?: 'dayWrong';
}

export function keyFaults(values: KeyValues, now: number): KeyFaults {
  const { name, grant, scopes, expiry, day } = values;
  const end = expiry === 'custom' ? expiryOf(expiry, day, now) : null;
  const isOver = end === undefined || (end !== null && Date.parse(end) <= now);
  return {
    ...(name.trim() === '' && { name: 'nameRequired' }),
    ...(grant === 'scopes' && scopes.size === 0 && { scopes: 'scopesRequired' }),
    ...(isOver && { day: 'dayWrong' }),
  };
}

/** The body that creates a key. */
export function newKeyBody(values: KeyValues, targets: readonly ScopeTarget[], now: number): object {
  const { name, grant, role, scopes, expiry, day } = values;
  return {
    name: name.trim(),
    ...(grant === 'role' ? { role } : { scopes: writeScopes(scopes, targets) }),
    ...(expiry !== 'keep' && { expiresAt: expiryOf(expiry, day, now) }),
  };
}

interface StoredKey {
  readonly name: string;
  readonly scopes: readonly string[] | null;
}

/** The body that changes a key: what differs from the stored one. A role stays what it is. */
export function keyChanges(
  values: KeyValues,
  stored: StoredKey,
  { targets, now }: { readonly targets: readonly ScopeTarget[]; readonly now: number },
): object {
  const scopes = writeScopes(values.scopes, targets);
  const before = [...(stored.scopes ?? [])].sort();
  const name = values.name.trim();
  return {
    ...(name !== stored.name && { name }),
    ...(values.grant === 'scopes' && scopes.join() !== before.join() && { scopes }),
    ...(values.expiry !== 'keep' && { expiresAt: expiryOf(values.expiry, values.day, now) }),
  };
}
