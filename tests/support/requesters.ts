/** Requesters as authentication would name them, with the ranks of the built-in roles. */
import type { KeyRequester, UserRequester } from '../../runtime/access/requester.js';
import { createRoles } from '../../runtime/access/roles.js';

const roles = createRoles();

/** A user with this role. */
export function user(role: string, more: Readonly<Record<string, unknown>> = {}): UserRequester {
  const id = String(more['id'] ?? `00000000-0000-7000-8000-00000000000${role.length % 10}`);
  return {
    kind: 'user',
    user: { id, email: `${role}@example.com`, ...more, role },
    role,
    rank: roles.rankOf(role),
    session: {
      id: 'session',
      expiresAt: '2030-01-01T00:00:00.000Z',
      authenticatedAt: '2026-01-01T00:00:00.000Z',
    },
  };
}

/** An API key with a role, or with scopes. */
export function key(rights: string | readonly string[]): KeyRequester {
  const isRole = typeof rights === 'string';
  return {
    kind: 'apiKey',
    key: { id: 'key', name: 'A key', prefix: 'svc_sec_abcd', createdBy: null },
    role: isRole ? rights : null,
    rank: isRole ? roles.rankOf(rights) : 0,
    scopes: isRole ? null : rights,
  };
}
