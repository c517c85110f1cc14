import { expect, test } from 'vitest';
import { eventDetail } from './event-detail.js';
import { de } from './texts.de.js';
import { en } from './texts.en.js';

const labels: Readonly<Record<string, string>> = { pages: 'Pages', header: 'Header' };
const names = {
  t: en,
  roleLabel: (role: string) => role.toUpperCase(),
  labelOf: (slug: string) => labels[slug] ?? slug,
};
const detail = (type: string, reason: string | null, userId: string | null = 'u1') =>
  eventDetail({ type, reason, userId } as Parameters<typeof eventDetail>[0], names);

test.each([
  ['login.failure', 'login', 'Wrong password'],
  ['login.failure', 'email not verified', 'The email is not verified yet'],
  ['login.locked', 'too many failures in a row', 'Too many failures in a row'],
  ['login.locked', 'login while locked', 'Sign-in while the account was locked'],
  ['login.success', 'magic-link', 'With a link from an email'],
  ['role.changed', 'author to editor', 'From AUTHOR to EDITOR'],
  ['role.changed', 'guest to editor, by invitation', 'From GUEST to EDITOR, by invitation'],
  ['session.revoked', 'all others (2)', 'All others: 2 sessions'],
  ['session.revoked', 'all (1), by an administrator', 'All, by an administrator: one session'],
  [
    'session.revoked',
    'others (1), the password was reset',
    'All others: one session (the password was reset)',
  ],
  ['session.revoked', 'all (2), the user was deleted', 'All: 2 sessions (the user was deleted)'],
  ['session.revoked', 'the oldest of more than 20', 'The oldest of more than 20 sessions'],
  ['session.revoked', 'replaced by a login', 'Replaced by a new sign-in'],
  ['password.reset.requested', 'shown to an administrator', 'Link shown to an administrator'],
  ['documents.bulk', 'pages: 2 changed, 0 unchanged, 0 failed', 'Pages: 2 changed'],
  [
    'documents.bulk',
    'pages, globals.header, x and 2 more: 2 changed, 1 unchanged, 3 failed',
    'Pages, Header, x, 2 more: 2 changed, 1 unchanged, 3 failed',
  ],
  ['access.denied', 'PATCH /api/pages/:id', 'Change: Pages'],
  ['access.denied', 'GET /api/globals/header', 'Read: Header'],
  ['limit.exceeded', 'PATCH /api/pages/:id', 'Change: Pages'],
  ['user.created', 'editor', 'Role: EDITOR'],
  ['user.deleted', 'author', 'Role: AUTHOR'],
  ['settings.changed', 'enableRegistration false', 'Registration is closed'],
  [
    'settings.changed',
    'enableRegistration true, defaultRegistrationRole author',
    'Registration is open, Role of new users: AUTHOR',
  ],
  ['settings.changed', 'somethingNew 1', 'somethingNew 1'],
])('%s, "%s": %s', (type, reason, text) => {
  expect(detail(type, reason)).toEqual({ text });
});

test('a failure without a user is one of an unknown account', () => {
  expect(detail('login.failure', 'login', null)).toEqual({ text: 'No account has this email' });
});

test('what an event is about has a link: documents, globals, and the newer key of a rotation', () => {
  expect(detail('schedule.set', 'collection pages d1')).toEqual({
    text: 'In Pages',
    link: { to: '/collections/pages/d1', label: 'Show the document' },
  });
  expect(detail('schedule.done', 'publish global header global: Is required: a: b')).toEqual({
    text: 'Published in Header, failed: Is required: a: b',
    link: { to: '/globals/header', label: 'Show the document' },
  });
  expect(detail('document.restored', 'collection pages d1')).toEqual({
    text: 'Pages',
    link: { to: '/collections/pages/d1', label: 'Show the document' },
  });
  expect(detail('system.write', 'publish pages d1, by onPublish → tidy')).toEqual({
    text: 'Pages: Document published (onPublish → tidy)',
    link: { to: '/collections/pages/d1', label: 'Show the document' },
  });
  expect(detail('apikey.rotated', 'aaaaaaaa-1 to bbbbbbbb-2')).toEqual({
    text: 'Key bbbbbbbb…',
    link: { to: '/api-keys/bbbbbbbb-2', label: 'Show the API key' },
  });
});

test('a document that the event has removed has no link', () => {
  for (const type of ['document.deleted', 'document.purged'])
    expect(detail(type, 'collection pages d1')).toEqual({ text: 'Pages' });
  expect(detail('system.write', 'delete pages d1, by onPublish → tidy')).toEqual({
    text: 'Pages: Document deleted (onPublish → tidy)',
  });
});

test('what no words are known for is shown as it came, and nothing where there is nothing', () => {
  expect(detail('login.failure', 'something new')).toEqual({ text: 'something new' });
  expect(detail('access.denied', 'GET /api/auth/audit-log')).toEqual({ text: 'GET /api/auth/audit-log' });
  expect(detail('logout', null)).toBeNull();
});

test('German has words of its own', () => {
  const said = eventDetail({ type: 'login.failure', reason: 'login', userId: 'u1' }, { ...names, t: de });
  expect(said).toEqual({ text: 'Falsches Passwort' });
  const reason = 'pages: 2 changed, 1 unchanged, 0 failed';
  expect(eventDetail({ type: 'documents.bulk', reason, userId: null }, { ...names, t: de })).toEqual({
    text: 'Pages: 2 geändert, 1 unverändert',
  });
});
