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

test('what else is forbidden stays in the words of the service', () => {
  expect(said('You may not update this post.')).toBe('Not allowed. You may not update this post.');
});
