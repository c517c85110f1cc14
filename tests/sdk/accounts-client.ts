/** The client of `notes-client.ts` with authentication, for tests of the SDK's fixed part. */
import type {
  AuthInviteMethods,
  AuthMagicLinkMethods,
  AuthMethods,
  AuthScope,
  AuthShape,
  AuthSystemMethods,
} from '../../templates/sdk/auth/index.js';
import { connectWithAuth } from '../../templates/sdk/auth/index.js';
import type { AuthUserMethods } from '../../templates/sdk/auth/users.js';
import type { CollectionMethods } from '../../templates/sdk/collection.js';
import type { CollectionDocument } from '../../templates/sdk/documents.js';
import type { DocumentFilters, TextFilter } from '../../templates/sdk/filters.js';
import type { ClientOptions } from '../../templates/sdk/options.js';
import type { CollectionShape } from '../../templates/sdk/shape.js';
import { type NoteShape, notesContract } from './notes-client.js';

type Role = 'super_admin' | 'customer';

interface User extends CollectionDocument {
  email: string;
  name: string | null;
  role: Role;
  emailVerified: boolean;
}

interface UserFilters extends DocumentFilters {
  email: TextFilter;
}

interface UserShape extends CollectionShape {
  document: User;
  create: { email: string; password: string; name?: string | null; role?: Role };
  update: { name?: string | null; role?: Role };
  filters: UserFilters;
  relations: object;
  links: object;
  paths: keyof UserFilters;
  sort: 'email';
  draft: never;
}

interface Types extends AuthShape {
  user: User;
  register: object;
  role: Role;
  scope: AuthScope<'notes'>;
  tokenInBody: false;
}

interface Auth<Safe extends boolean = false>
  extends AuthMethods<Types, Safe>,
    AuthMagicLinkMethods<Types, Safe>,
    AuthInviteMethods<Types, Safe> {}

interface Branches<Safe extends boolean = false> {
  readonly notes: CollectionMethods<NoteShape, Safe>;
  readonly users: AuthUserMethods<UserShape, Safe>;
  readonly auth: Auth<Safe>;
  readonly globals: { readonly system: AuthSystemMethods<Safe> };
}

export interface AccountsClient extends Branches {
  readonly safe: Branches<true>;
}

export function accountsClient(options: ClientOptions): AccountsClient {
  const contract = { ...notesContract, hasDrafts: () => false };
  return connectWithAuth(contract, options) as AccountsClient;
}

/** A user in the form of a response. */
export const ada: object = {
  id: 'u1',
  email: 'ada@example.org',
  name: 'Ada',
  role: 'customer',
  emailVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

/** The response body of login and refresh. */
export const signedIn: object = { user: ada, session: { id: 's1', expiresAt: '2026-02-01T00:00:00.000Z' } };

export const unauthenticated: object = { error: 'The session is over.', code: 'UNAUTHENTICATED' };
