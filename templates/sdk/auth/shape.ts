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

/** What the emitted code declares about the users of a contract. */
export interface AuthShape {
  /** A user as the endpoints of authentication return it. */
  readonly user: AuthUser;
  /**
   * What `register` accepts in addition to email, password and name: your own fields of users that everyone
   * may write.
   */
  readonly register: object;
  /** Names of roles. */
  readonly role: string;
  /** The scopes that an API key can have. */
  readonly scope: string;
  /** Whether login and refresh also return tokens, for clients without cookies. */
  readonly tokenInBody: boolean;
}

/**
 * What an API key may do: an operation on a collection, a global, a field with restricted access, or
 * everything.
 */
export type AuthScope<Slug extends string> =
  `${'*' | Slug | `${Slug}.${string}`}:${'read' | 'create' | 'update' | 'delete' | '*'}`;
