import { type ExpiryChoice, expiryOf } from './key-expiry.js';
import { type ScopeSelection, type ScopeTarget, writeScopes } from './key-scopes.js';

/** The values of the form of a key. `keep`: as stored. */
export interface KeyValues {
  readonly name: string;
  readonly grant: 'role' | 'scopes';
  readonly role: string;
  readonly scopes: ScopeSelection;
  readonly expiry: ExpiryChoice | 'keep';
  /** `2027-01-31`, for a custom expiry. */
  readonly day: string;
}

/** The issues of the form, by input. */
export interface KeyIssues {
  readonly name?: 'nameRequired';
  readonly scopes?: 'scopesRequired';
  readonly day?: 'dayWrong';
}

/** Returns what is missing or invalid in the form; `now` in milliseconds. */
export function keyIssues(values: KeyValues, now: number): KeyIssues {
  const { name, grant, scopes, expiry, day } = values;
  const end = expiry === 'custom' ? expiryOf(expiry, day, now) : null;
  const isOver = end === undefined || (end !== null && Date.parse(end) <= now);
  return {
    ...(name.trim() === '' && { name: 'nameRequired' }),
    ...(grant === 'scopes' && scopes.size === 0 && { scopes: 'scopesRequired' }),
    ...(isOver && { day: 'dayWrong' }),
  };
}

/** Returns the request body that creates a key. */
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

/**
 * Returns the request body that changes a key: only what differs from the stored one. The role cannot be
 * changed.
 */
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
