/** The session of a mocked service: one visitor at a time. */
import { json } from './documents.js';
import { MockRefusal, type Reply, refuseField } from './errors.js';
import type { MockCall } from './request.js';
import type { Data } from './schema.js';
import type { Store } from './store.js';

/** Whether tokens come in the body too, and who is logged in. */
export interface Session {
  readonly tokenInBody: boolean;
  /** The id of the user who is logged in. */
  userId: string | null;
  /** Passwords by email, of users who were created with one. Any password of others is right. */
  readonly passwords: Map<string, string>;
  /** The change of an address that waits for its link. */
  emailChange: EmailChange | null;
}

interface EmailChange {
  readonly userId: string;
  readonly newEmail: string;
}

const session = { id: '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10', expiresAt: '2099-01-01T00:00:00.000Z' };

/** Carries out a call below `/api/auth`; undefined for the routes that are not mocked. */
export function sessionReply(
  state: Session,
  users: Store,
  { method, path, body }: MockCall,
): Reply | undefined {
  switch (`${method} ${path.slice(1).join('/')}`) {
    case 'POST login': {
      const user = userByEmail(users, `${body['email']}`);
      const expected = state.passwords.get(`${body['email']}`);
      if (!user || (expected !== undefined && expected !== body['password'])) {
        throw new MockRefusal('INVALID_CREDENTIALS');
      }
      state.userId = `${user['id']}`;
      return signedIn(state, user);
    }
    case 'POST refresh': {
      const user = currentUser(state, users);
      if (!user) throw new MockRefusal('UNAUTHENTICATED');
      return signedIn(state, user);
    }
    case 'POST logout':
      state.userId = null;
      return { ...json({ message: 'You are logged out.' }), headers: cookies('; Max-Age=0') };
    case 'GET me': {
      const user = currentUser(state, users);
      return json(user ? { user: userObject(user), session } : { user: null });
    }
    case 'GET email-change': {
      const { id } = loggedIn(state, users);
      const change = state.emailChange;
      const isOwn = change !== null && change.userId === id;
      return json({
        emailChange: isOwn ? { newEmail: change.newEmail, expiresAt: session.expiresAt } : null,
      });
    }
    case 'POST email-change':
      return requestEmailChange(state, loggedIn(state, users), body);
    case 'DELETE email-change':
      loggedIn(state, users);
      state.emailChange = null;
      return json({ message: 'The email stays as it is.' });
    case 'POST email-change/confirm':
      return confirmEmailChange(state, users);
    default:
      return undefined;
  }
}

/** An address in use gets the same response; only its link fails. */
function requestEmailChange(state: Session, user: Data, { currentPassword, newEmail }: Data): Reply {
  const email = `${newEmail}`.trim().toLowerCase();
  if (email === user['email'])
    refuseField('newEmail', 'email.unchanged', 'Is the address that the account has.');
  const expected = state.passwords.get(`${user['email']}`);
  if (expected !== undefined && expected !== currentPassword) throw new MockRefusal('INVALID_CREDENTIALS');
  state.emailChange = { userId: `${user['id']}`, newEmail: email };
  return json({ message: 'We have sent a mail to the new address; the change is done by its link.' });
}

/** There is no mail, so any token is that of the change that waits. */
function confirmEmailChange(state: Session, users: Store): Reply {
  const { emailChange, passwords } = state;
  const user = emailChange && users.read(emailChange.userId, false);
  if (!emailChange || !user) throw new MockRefusal('INVALID_TOKEN');
  const { userId, newEmail } = emailChange;
  state.emailChange = null;
  users.update(userId, { email: newEmail, emailVerified: true }, { draft: false });
  const password = passwords.get(`${user['email']}`);
  passwords.delete(`${user['email']}`);
  if (password !== undefined) passwords.set(newEmail, password);
  return json({
    message: 'The email is changed; log in with the new one from now on.',
    user: userObject(users.read(userId, false) ?? {}),
  });
}

function loggedIn(state: Session, users: Store): Data {
  const user = currentUser(state, users);
  if (!user) throw new MockRefusal('UNAUTHENTICATED');
  return user;
}

/** A stored user, by email. */
export function userByEmail(users: Store, email: string): Data | undefined {
  return users.views(false).find((user) => user['email'] === email.toLowerCase());
}

/** A user as responses of logins have it. */
export function userObject({ _revision, ...user }: Data): Data {
  return user;
}

function currentUser({ userId }: Session, users: Store): Data | undefined {
  return userId === null ? undefined : users.read(userId, false);
}

function signedIn({ tokenInBody }: Session, user: Data): Reply {
  const tokens = tokenInBody ? { token: 'mock', refreshToken: 'mock' } : {};
  return { ...json({ user: userObject(user), session, ...tokens }), headers: cookies('') };
}

function cookies(end: string): readonly (readonly [string, string])[] {
  return ['svc_session', 'svc_refresh'].map((name) => ['Set-Cookie', `${name}=mock; Path=/; HttpOnly${end}`]);
}
