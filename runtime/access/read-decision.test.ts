import { expect, test, vi } from 'vitest';
import { key, user } from '../../tests/support/requesters.js';
import { describeConfig } from '../codegen/describe-config.js';
import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { AccessArguments } from '../config/access-config.js';
import type { HookRequest } from '../config/hook-request.js';
import { defineConfig } from '../config/index.js';
import { parseWhere } from '../query/parse/where.js';
import type { WhereNode } from '../query/plan.js';
import { createQueryScope } from '../query/scope.js';
import { nothing } from '../query/visible.js';
import { createAccessControl, type DocumentAccess } from './document-access.js';
import { anonymous, type Requester } from './requester.js';

type MayRead = (access: AccessArguments) => unknown;

interface Opened {
  collection(slug: string): CollectionDescriptor;
  as(requester: Requester): DocumentAccess;
  where(slug: string, filter: object): WhereNode;
}

function open(may: MayRead): Opened {
  const config = defineConfig({
    auth: { secret: undefined },
    collections: [
      { slug: 'posts', fields: [{ name: 'author', type: 'relationship', to: 'people' }] },
      {
        slug: 'people',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'boss', type: 'relationship', to: 'people' },
          { name: 'firm', type: 'relationship', to: 'firms' },
        ],
        access: { read: (access) => may(access) as boolean },
      },
      { slug: 'firms', fields: [{ name: 'name', type: 'text' }], access: { read: ['editor'] } },
    ],
  });
  const contract = describeConfig(config);
  const control = createAccessControl({ contract, config });
  if (control === null) throw new Error('The config has authentication.');
  const collection = (slug: string): CollectionDescriptor => {
    const found = contract.collections.find((one) => one.slug === slug);
    if (found === undefined) throw new Error(`There is no ${slug}.`);
    return found;
  };
  const scope = createQueryScope(contract);
  return {
    collection,
    as: (requester) => control.forRequest(requester, () => ({ method: 'GET' }) as HookRequest),
    where(slug, filter) {
      const parsed = parseWhere(filter, { collection: collection(slug), scope });
      if (parsed === null) throw new Error('The filter has conditions.');
      return parsed;
    },
  };
}

const all = { allowed: true, where: null };
const none = { allowed: false, where: nothing };

test('a role list opens all documents or none', () => {
  const { collection, as } = open(() => true);
  expect(as(user('editor')).read(collection('firms'))).toEqual(all);
  expect(as(user('guest')).read(collection('firms'))).toEqual(none);
  expect(as(anonymous).read(collection('posts'))).toEqual(all);
  expect(as(key(['firms:read'])).read(collection('firms'))).toEqual(all);
  expect(as(key(['firms:read'])).read(collection('posts'))).toEqual(none);
});

test.each<[string, unknown, object]>([
  ['true', true, all],
  ['false', false, none],
  ['nothing', undefined, none],
  ['a text', 'yes', none],
  ['a list', [{ id: 'x' }], none],
  ['an empty filter', {}, all],
])('a callback that returns %s opens %j', async (_, returned, expected) => {
  const { collection, as } = open(() => returned);
  expect(await as(user('guest')).read(collection('people'))).toEqual(expected);
});

test('a filter opens the documents that match it', async () => {
  const { collection, as } = open(() => ({ name: { equals: 'Ann' } }));
  expect(await as(user('guest')).read(collection('people'))).toMatchObject({
    allowed: true,
    where: { kind: 'condition', target: { field: { path: 'name' } } },
  });
});

test('an invalid filter is an error of the callback, with its cause', async () => {
  const { collection, as } = open(() => ({ nothing: 1 }));
  await expect(as(user('guest')).read(collection('people'))).rejects.toMatchObject({
    message: expect.stringMatching(
      /^The access callback read of people returned an invalid filter: .*nothing/,
    ),
    cause: expect.any(Error),
  });
});

test('a callback that fails is named', async () => {
  const { collection, as } = open(() => {
    throw new Error('no database');
  });
  await expect(as(user('guest')).read(collection('people'))).rejects.toThrow(
    'The access callback read of people failed: no database',
  );
});

test('a callback is called once for each document of a request, and gets its id', async () => {
  const may = vi.fn(({ id }: AccessArguments) => id !== '2');
  const { collection, as } = open(may);
  const people = collection('people');
  const access = as(user('guest'));
  const ids = [undefined, '1', '2', '1', '2', undefined];
  const decided = await Promise.all(ids.map((id) => access.read(people, id)));
  expect(decided.map(({ allowed }) => allowed)).toEqual([true, true, false, true, false, true]);
  expect(may.mock.calls.map(([{ id }]) => id)).toEqual([undefined, '1', '2']);
  expect(may.mock.calls.map(([access]) => 'id' in access)).toEqual([false, true, true]);
});

test('users without a rule of the config are read by rank', () => {
  const { collection, as } = open(() => true);
  const users = collection('users');
  expect(as(user('super_admin')).read(users)).toEqual(all);
  expect(as(key('guest')).read(users)).toEqual(none);
  expect(as(user('guest', { id: '7' })).read(users)).toMatchObject({
    allowed: true,
    where: { kind: 'condition', target: { field: { path: 'id' } } },
  });
});

test('a filter through relations sees the related documents that may be read', async () => {
  const { as, where } = open(() => ({ name: { equals: 'Ann' } }));
  const through = where('posts', { 'author.boss.firm.name': { equals: 'Svc' } });
  const seen = await as(user('guest')).seeing(through);
  const [author] = seen.kind === 'related' ? seen.branches : [];
  expect(author).toMatchObject({
    collection: { slug: 'people' },
    visible: { kind: 'condition', target: { field: { path: 'name' } } },
  });
  const [boss] = author?.node?.kind === 'related' ? author.node.branches : [];
  expect(boss?.visible).toMatchObject({ kind: 'condition', target: { field: { path: 'name' } } });
  const [firm] = boss?.node?.kind === 'related' ? boss.node.branches : [];
  expect(firm?.visible).toEqual(nothing);
});

test('a filter is left as it is where all related documents may be read', async () => {
  const { as, where } = open(() => true);
  const through = where('posts', { 'author.firm.name': { equals: 'Svc' } });
  expect(await as(user('editor')).seeing(through)).toBe(through);
  const plain = where('posts', { id: { equals: 'x' } });
  expect(await as(anonymous).seeing(plain)).toBe(plain);
});
