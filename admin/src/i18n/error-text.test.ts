import { expect, test } from 'vitest';
import { SvcError } from '../../../templates/sdk/errors.js';
import { textOf } from './error-text.js';
import { errorTexts } from './errors.js';

const said = (message: string, reason?: string, language: 'en' | 'de' = 'en'): string =>
  textOf(new SvcError('FORBIDDEN', message, { status: 403, reason }), errorTexts[language], message);

test('advice to programmers is not shown to editors', () => {
  const drafts = 'You may not read drafts without logging in: leave "draft" out.';
  expect(said(drafts, 'access.draftsDenied')).toBe('You do not have access to drafts here.');
  expect(said(drafts, 'access.draftsDenied', 'de')).toBe('Sie haben hier keinen Zugriff auf Entwürfe.');
  const anonymous = 'You may not update posts without logging in.';
  expect(said(anonymous, 'access.anonymousDenied')).toBe('You are no longer signed in.');
});

const labelOf = (name: string): string | undefined => ({ posts: 'Blog posts' })[name];

const refused = (reason: string, params: object, language: 'en' | 'de' = 'en'): string => {
  const message = 'You may not update posts.';
  const error = new SvcError('FORBIDDEN', message, { status: 403, reason, params: { ...params } });
  return textOf(error, errorTexts[language], message, labelOf);
};

test('a refusal names the collection by its label, and no role', () => {
  const update = { operation: 'update', collection: 'posts', role: 'editor' };
  expect(refused('access.roleDenied', update)).toBe(
    'Your role does not let you change anything in “Blog posts”.',
  );
  expect(refused('access.roleDenied', update, 'de')).toBe(
    'Ihre Rolle erlaubt Ihnen nicht, in „Blog posts“ etwas zu ändern.',
  );
  expect(refused('access.documentDenied', update)).toBe(
    'The rules for “Blog posts” do not let you change this document in this way.',
  );
  expect(refused('access.documentDenied', update, 'de')).toBe(
    'Die Regeln für „Blog posts“ erlauben Ihnen nicht, dieses Dokument so zu ändern.',
  );
  const purge = { operation: 'purge', collection: 'posts' };
  expect(refused('access.documentDenied', purge)).toBe(
    'The rules for “Blog posts” do not let you delete this document for good.',
  );
});

test('a refusal without a known label says that there is no permission', () => {
  expect(refused('access.documentDenied', { operation: 'read', collection: 'secrets' })).toBe(
    'You do not have permission to do this.',
  );
  expect(refused('access.roleTooLow', { role: 'editor' }, 'de')).toBe('Sie haben keine Berechtigung dafür.');
});

test('what else is forbidden stays in the words of the service', () => {
  expect(said('You may not update this post.')).toBe('Not allowed. You may not update this post.');
});
