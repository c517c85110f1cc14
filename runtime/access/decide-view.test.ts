import { expect, test } from 'vitest';
import { key, user } from '../../tests/support/requesters.js';
import { describeConfig } from '../codegen/describe-config.js';
import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { defineConfig } from '../config/index.js';
import { decideView, isUnseenDraft, seesDrafts, type View } from './decide-view.js';
import { createAccessControl, type DocumentAccess } from './document-access.js';
import { anonymous, type Requester } from './requester.js';

const config = defineConfig({
  auth: { secret: undefined },
  collections: [
    { slug: 'posts', drafts: true, fields: [] },
    { slug: 'news', drafts: { readRoles: ['editor'] }, fields: [] },
    { slug: 'plain', drafts: false, fields: [] },
  ],
  globals: [{ slug: 'site', drafts: { readRoles: ['editor'] }, fields: [] }],
});
const contract = describeConfig(config);
const control = createAccessControl({ contract, config });

function document(slug: string): DocumentDescriptor {
  const found = [...contract.collections, ...contract.globals].find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`There is no ${slug}.`);
  return found;
}

function accessOf(requester: Requester): DocumentAccess {
  if (control === null) throw new Error('The config has authentication.');
  return control.forRequest(requester, () => {
    throw new Error('The request is not looked at.');
  });
}

test.each<[string, string, boolean | null, Requester, View]>([
  ['of documents without drafts', 'plain', true, user('admin'), 'published'],
  ['without a login', 'posts', null, anonymous, 'published'],
  ['without a login, whatever was asked for', 'posts', true, anonymous, 'published'],
  ['of a user', 'posts', null, user('guest'), 'merged'],
  ['of a user who asks for drafts', 'posts', true, user('guest'), 'merged'],
  ['of a user who asks for none', 'posts', false, user('guest'), 'published'],
  ['of a key with scopes', 'posts', null, key(['posts:read']), 'merged'],
  ['of a role that reads drafts', 'news', null, user('editor'), 'merged'],
  ['of a role that reads drafts and asks for none', 'news', false, user('editor'), 'published'],
  ['of a role that reads no drafts', 'news', true, user('admin'), 'published'],
  ['of a key with scopes where roles are listed', 'news', true, key(['news:read']), 'published'],
])('the view %s', (_, slug, draft, requester, view) => {
  expect(decideView(document(slug), draft, accessOf(requester))).toBe(view);
});

test.each<[string, boolean | null, View]>([
  ['posts', null, 'published'],
  ['posts', false, 'published'],
  ['posts', true, 'merged'],
  ['plain', true, 'published'],
])('the view of %s with draft %j is %s without authentication', (slug, draft, view) => {
  expect(decideView(document(slug), draft, null)).toBe(view);
});

test('drafts are seen by roles that read them, and by every requester without authentication', () => {
  expect(seesDrafts(document('news'), null)).toBe(true);
  expect(seesDrafts(document('news'), accessOf(user('editor')))).toBe(true);
  expect(seesDrafts(document('news'), accessOf(user('admin')))).toBe(false);
  expect(seesDrafts(document('posts'), accessOf(anonymous))).toBe(false);
});

test.each<[string, string, string, Requester, boolean]>([
  ['a draft that the role does not see', 'news', 'draft', user('admin'), true],
  ['a draft that the role sees', 'news', 'draft', user('editor'), false],
  ['a published document', 'news', 'published', user('admin'), false],
  ['a global, which always exists', 'site', 'draft', user('admin'), false],
  ['a document without drafts with a field of that name', 'plain', 'draft', anonymous, false],
])('%s does not exist for the requester: %s %s', (_, slug, status, requester, expected) => {
  expect(isUnseenDraft(document(slug), { _status: status }, accessOf(requester))).toBe(expected);
});
