import { expect, test, vi } from 'vitest';
import { key, user } from '../../tests/support/requesters.js';
import { describeConfig } from '../codegen/describe-config.js';
import type { DocumentDescriptor } from '../codegen/descriptors.js';
import type { AccessArguments } from '../config/access-config.js';
import type { HookRequest } from '../config/hook-request.js';
import { defineConfig } from '../config/index.js';
import type { JsonObject } from '../util/json.js';
import { createAccessControl, type DocumentAccess } from './document-access.js';
import { anonymous, type Requester } from './requester.js';

type MayWrite = (access: AccessArguments) => boolean | Promise<boolean>;

interface Opened {
  readonly posts: DocumentDescriptor;
  as(requester: Requester): DocumentAccess;
}

const request = { method: 'PATCH' } as HookRequest;

function open(may: MayWrite): Opened {
  const config = defineConfig({
    auth: { secret: undefined },
    collections: [{ slug: 'posts', fields: [], access: { create: may, update: may, delete: ['editor'] } }],
  });
  const contract = describeConfig(config);
  const control = createAccessControl({ contract, config });
  const posts = contract.collections.find(({ slug }) => slug === 'posts');
  if (control === null || posts === undefined) throw new Error('There is nothing to decide on.');
  return { posts, as: (requester) => control.forRequest(requester, () => request) };
}

const stored = (revision: number, more: JsonObject = {}): JsonObject => ({
  id: '1',
  _revision: revision,
  ...more,
});

test('a role list admits or refuses without a callback', async () => {
  const { posts, as } = open(() => true);
  expect(as(user('editor')).verdict(posts, 'delete')).toBe('allowed');
  await as(user('editor')).admit(posts, 'delete', {});
  expect(as(user('author')).verdict(posts, 'delete')).toBe('denied');
  await expect(as(user('author')).admit(posts, 'delete', {})).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'The role author may not delete posts.',
  });
});

test.each<[string, unknown, boolean]>([
  ['true', true, true],
  ['a promise of true', Promise.resolve(true), true],
  ['false', false, false],
  ['a promise of false', Promise.resolve(false), false],
  ['a filter, which only reading has', { id: { exists: true } }, false],
  ['1', 1, false],
  ['nothing', undefined, false],
])('a callback that returns %s admits: %s', async (_, returned, admits) => {
  const { posts, as } = open(() => returned as boolean);
  const admitted = as(anonymous).admit(posts, 'update', { id: '1' });
  if (admits) await admitted;
  else await expect(admitted).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('scopes replace the callback', async () => {
  const may = vi.fn(() => false);
  const { posts, as } = open(may);
  await as(key(['posts:update'])).admit(posts, 'update', { id: '1' });
  await expect(as(key(['posts:read'])).admit(posts, 'update', { id: '1' })).rejects.toMatchObject({
    message: 'The scopes of this API key do not let it update posts.',
  });
  expect(may).not.toHaveBeenCalled();
});

test('a callback that fails admits nothing, and is named', async () => {
  const { posts, as } = open(() => {
    throw new Error('no database');
  });
  await expect(as(user('admin')).admit(posts, 'create', {})).rejects.toThrow(
    'The access callback create of posts failed: no database',
  );
});

test('a callback runs once for each operation, document and revision of a request', async () => {
  const may = vi.fn(() => true);
  const { posts, as } = open(may);
  const access = as(user('editor'));
  const calls = async (decide: () => Promise<void>): Promise<number> => {
    may.mockClear();
    await decide();
    return may.mock.calls.length;
  };
  const first = { id: '1', document: stored(1) };
  expect(await calls(() => access.admit(posts, 'update', first))).toBe(1);
  expect(await calls(() => access.admit(posts, 'update', { id: '1', document: stored(1) }))).toBe(0);
  expect(await calls(() => access.admit(posts, 'update', { id: '1', document: stored(2) }))).toBe(1);
  expect(await calls(() => access.admit(posts, 'update', { id: '2', document: stored(1) }))).toBe(1);
  expect(await calls(() => access.admit(posts, 'create', first))).toBe(1);
  expect(await calls(() => access.admit(posts, 'create', {}))).toBe(1);
  expect(await calls(() => access.admit(posts, 'create', {}))).toBe(0);
  expect(await calls(() => as(user('editor')).admit(posts, 'update', first))).toBe(1);
});

test('a refusal is remembered as well', async () => {
  const may = vi.fn(() => false);
  const { posts, as } = open(may);
  const access = as(user('editor'));
  await expect(access.admit(posts, 'create', {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(access.admit(posts, 'create', {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(may).toHaveBeenCalledTimes(1);
});

test('a callback gets the request, the id, the body and the stored document, as copies', async () => {
  const given: AccessArguments[] = [];
  const { posts, as } = open((access) => {
    given.push({ ...access, req: access.req });
    for (const part of [access.data, access.document])
      (part?.['tags'] as string[] | undefined)?.push('changed');
    return true;
  });
  const data = { tags: ['a'] };
  const document = stored(1, { tags: ['b'] });
  await as(user('editor')).admit(posts, 'update', { id: '1', data, document });
  expect(given).toEqual([
    {
      req: request,
      id: '1',
      data: { tags: ['a', 'changed'] },
      document: { id: '1', _revision: 1, tags: ['b', 'changed'] },
    },
  ]);
  expect([data, document['tags']]).toEqual([{ tags: ['a'] }, ['b']]);
});

test('a callback gets no more than there is', async () => {
  const names: string[][] = [];
  const { posts, as } = open((access) => {
    names.push(Object.keys(access));
    return true;
  });
  await as(user('editor')).admit(posts, 'create', {});
  expect(names).toEqual([['req']]);
});
