import type { Requester } from './requester.js';

/**
 * A text that is equal only for requesters with the same rights, as far as these follow from a role or from
 * scopes: callbacks, and the built-in rule for reading users, may tell such requesters apart.
 */
export function rightsKey(requester: Requester): string {
  switch (requester.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'user':
      return `user ${requester.role}`;
    case 'apiKey':
      return requester.scopes === null
        ? `key ${requester.role}`
        : `scopes ${JSON.stringify([...requester.scopes].sort())}`;
  }
}
