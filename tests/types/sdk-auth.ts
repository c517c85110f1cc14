/** Accounts, sessions, API keys, users and settings. */
import {
  type AuthApiKey,
  type AuthTypes,
  type Banner,
  createClient,
  type User,
} from '../../fixtures/access/expected/sdk/index.js';
import { createClient as createOpenClient } from '../../fixtures/every-field/expected/sdk/index.js';
import type { AuditType } from '../../runtime/codegen/audit-types.js';
import { is } from './sdk-equal.js';

const client = createClient({ baseUrl: 'http://localhost' });
const { auth, users } = client;
const email = 'ada@example.org';
const password = 'x';
type Role = 'super_admin' | 'admin' | 'editor' | 'reviewer' | 'author' | 'customer' | 'guest';

const registered = await auth.register({ email, password, name: 'Ada', department: 'Engines' });
is<string>()(registered.user.email);
is<string | null | undefined>()(registered.user.department);
const login = await auth.login({ email, password, remember: false });
is<Role>()(login.user.role);
is<string | null>()(login.user.department);
is<string | null | undefined>()(login.user.costCentre);
is<string>()(login.session.expiresAt);
// @ts-expect-error: tokens are in cookies
login.token;
// @ts-expect-error: a response never contains a password
login.user.password;
const me = await auth.me();
if (me.user) is<string>()(me.session.id);
else if (me.apiKey) is<AuthApiKey<AuthTypes>['scopes']>()(me.apiKey.scopes);
else is<null>()(me.user);
// @ts-expect-error: an API key has no session
me.session.id;
await auth.refresh();
// @ts-expect-error: no token in a body
auth.refresh({ refreshToken: 'x' });
await auth.logout({ timeout: 1000 });
await auth.changePassword({ currentPassword: 'x', newPassword: 'y' });
await auth.magicLink.verify({ token: 'x' });
await auth.magicLink.verify({ token: 'x', remember: false });
await auth.magicLink.verify({ email, code: 'x' });
const { sessions } = await auth.sessions.list();
is<boolean | undefined>()(sessions[0]?.current);
is<number>()((await auth.sessions.revokeOthers()).revoked);
const { invite } = await auth.invites.create({ email, role: 'reviewer' });
is<Role>()(invite.role);
const { key, apiKey } = await auth.apiKeys.create({
  name: 'Build',
  scopes: ['articles:read', 'globals.banner:update'],
});
is<string>()(key);
is<Role | null>()(apiKey.role);
await auth.apiKeys.create({ name: 'Build', role: 'editor', expiresAt: null });
await auth.apiKeys.create({ name: 'Build', scopes: ['*:read', 'articles:*', 'articles.verdict:update'] });
await auth.apiKeys.rotate(apiKey.id, { overlapSeconds: 60 });
const log = await auth.auditLog({ type: 'login.failure', page: 2 });
is<number>()(log.totalDocs);
// The client is copied without changes and imports nothing, so it has its own list of the types.
for (const entry of log.docs) is<AuditType>()(entry.type);
is<boolean>()((await auth.config()).registrationEnabled);

// @ts-expect-error: no password
auth.register({ email });
// @ts-expect-error: a role is given by the service
auth.register({ email, password, role: 'admin' });
// @ts-expect-error: registration takes no field with an access list
auth.register({ email, password, costCentre: 'x' });
// @ts-expect-error: no password
auth.login({ email });
// @ts-expect-error: token or code, not both
auth.magicLink.verify({ token: 'x', email, code: 'y' });
// @ts-expect-error: a code needs the address
auth.magicLink.verify({ code: 'y' });
// @ts-expect-error: no such role
auth.invites.create({ email, role: 'king' });
// @ts-expect-error: role or scopes
auth.apiKeys.create({ name: 'x' });
// @ts-expect-error: role or scopes, not both
auth.apiKeys.create({ name: 'x', role: 'editor', scopes: ['*:read'] });
// @ts-expect-error: no such collection
auth.apiKeys.create({ name: 'x', scopes: ['robots:read'] });
// @ts-expect-error: no such operation
auth.apiKeys.create({ name: 'x', scopes: ['articles:publish'] });
// @ts-expect-error: scopes never cover users
auth.apiKeys.create({ name: 'x', scopes: ['users:read'] });
// @ts-expect-error: no such type
auth.auditLog({ type: 'login' });

// Users.
const user = await users.create({ email, password, role: 'author', department: 'Engines' });
is<User>()(user);
is<User>()(await users.update(user.id, { name: 'Ada', role: 'editor' }, { ifMatch: user._revision }));
is<{ id: string; email: string }[]>()(
  (await users.find({ where: { role: 'author' }, select: ['email'] })).docs,
);
for await (const each of users.iterate({ sort: 'email_asc' })) is<string>()(each.email);
is<number>()(await users.count({ where: { emailVerified: true } }));
is<string | null | undefined>()((await users.sessions(user.id)).sessions[0]?.ip);
is<number>()((await users.revokeSessions(user.id)).revoked);
is<string | undefined>()((await users.locks([user.id])).locks[0]?.lockedUntil);
await users.unlock(user.id);
// @ts-expect-error: no password
users.create({ email });
// @ts-expect-error: the password has its own method
users.update(user.id, { password });
// @ts-expect-error: so has the email address
users.update(user.id, { email });
// @ts-expect-error: users have no drafts
users.find({ draft: true });
// @ts-expect-error: no such role
users.find({ where: { role: 'king' } });

// A field that not every role may read is optional in the type.
const article = await client.articles.findById('x', { depth: 1 });
is<string | null | undefined>()(article.verdict);
is<number | null | undefined>()(article.fee.amount);
is<User | null>()(article.author);
const selected = await client.articles.findById('x', { depth: 1, select: ['author.email', 'verdict'] });
is<{ id: string; email: string } | null>()(selected.author);
is<string | null | undefined>()(selected.verdict);
// @ts-expect-error: it may be missing
article.verdict.length;

// Settings.
const settings = await client.globals.system.update({ enableRegistration: true });
is<'customer' | 'author' | 'editor' | 'admin'>()(settings.defaultRegistrationRole);
is<Banner>()(await client.globals.banner.get());
// @ts-expect-error: registration never gives this role
client.globals.system.update({ defaultRegistrationRole: 'super_admin' });
// @ts-expect-error: settings are read and written whole
client.globals.system.mutate(() => ({}));

// `safe` has all of these methods.
const refused = await client.safe.auth.changePassword({ currentPassword: 'x', newPassword: 'y' });
if (refused.error?.code === 'ACCOUNT_LOCKED') is<number | undefined>()(refused.error.retryAfter);
is<boolean | undefined>()((await client.safe.globals.system.get()).data?.enableRegistration);

// Without authentication in the config, none of these methods exist.
const open = createOpenClient({ baseUrl: 'http://localhost' });
// @ts-expect-error: no authentication
open.auth;
// @ts-expect-error: no users
open.users;
// @ts-expect-error: no settings
open.globals.system;
