/** What every user has. */
export interface AuthUser {
  id: string;
  /** In lower case. */
  email: string;
  name: string | null;
  role: string;
  emailVerified: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

/** What the emitted code says about the users of a contract. */
export interface AuthShape {
  /** A user as the endpoints of authentication answer one. */
  readonly user: AuthUser;
  /** What `register` takes beside email, password and name: own fields of the users that nobody is kept from writing. */
  readonly register: object;
  /** Names of roles. */
  readonly role: string;
  /** What a scope of an API key can be. */
  readonly scope: string;
  /** Whether login and refresh answer tokens, too, for clients without cookies. */
  readonly tokenInBody: boolean;
}

/** What an API key may do: an operation on a collection, a global, a field that few may use, or all. */
export type AuthScope<Slug extends string> =
  `${'*' | Slug | `${Slug}.${string}`}:${'read' | 'create' | 'update' | 'delete' | '*'}`;
