import { describe, expect, test, vi } from 'vitest';
import { describeConfig } from '../codegen/describe-config.js';
import type { ContractDescriptor, DocumentDescriptor } from '../codegen/descriptors.js';
import type { HookRequest } from '../config/hook-request.js';
import { defineConfig } from '../config/index.js';
import type { ServiceConfig } from '../config/service-config.js';
import { type AccessControl, createAccessControl, type DocumentAccess } from './document-access.js';
import { anonymous, type Requester } from './requester.js';

const request = (): HookRequest => {
  throw new Error('Nobody looked at the request.');
};

function open(config: ServiceConfig, timeout?: number): { access: AccessControl; posts: DocumentDescriptor } {
  const contract = describeConfig(config);
  const access = createAccessControl({ contract, config, ...(timeout === undefined ? {} : { timeout }) });
  const [posts] = contract.collections;
  if (access === null || posts === undefined) throw new Error('There is nothing to decide on.');
  return { access, posts };
}

function postsWith(read: () => unknown): ServiceConfig {
  return defineConfig({
    auth: { secret: undefined },
    collections: [{ slug: 'posts', fields: [], access: { read: () => read() as boolean } }],
  });
}

function user(role: string): Requester {
  const session = { id: 's', expiresAt: '', authenticatedAt: '' };
  return { kind: 'user', user: { id: '1', email: 'a@b.io', role }, role, rank: 0, session };
}

test('a service without authentication decides nothing', () => {
  const config = defineConfig({ collections: [{ slug: 'posts', fields: [] }] });
  expect(createAccessControl({ contract: describeConfig(config), config })).toBeNull();
});

describe('the start is refused', () => {
  const config = postsWith(() => true);

  test('where a rule is missing', () => {
    const contract = JSON.parse(JSON.stringify(describeConfig(config)), (key, value: unknown) =>
      key === 'access' ? undefined : value,
    ) as ContractDescriptor;
    expect(() => createAccessControl({ contract, config })).toThrow(
      'The access rule read of posts is missing',
    );
  });

  test('where a callback is missing', () => {
    const other = defineConfig({ auth: { secret: undefined }, collections: [{ slug: 'posts', fields: [] }] });
    expect(() => createAccessControl({ contract: describeConfig(config), config: other })).toThrow(
      'is a callback, but the config has none',
    );
  });
});

test('documents of another contract have no rules', () => {
  const { access, posts } = open(postsWith(() => true));
  const rights = access.forRequest(anonymous, request);
  expect(() => rights.read({ ...posts })).toThrow('There are no access rules for collection posts.');
});

test('a reader is asked for once in a request, however often a collection is looked at', async () => {
  const callback = vi.fn(async () => ({ id: { equals: 'x' } }));
  const { access, posts } = open(postsWith(callback));
  const rights = access.forRequest(anonymous, request);
  const [one, other] = await Promise.all([rights.read(posts), rights.read(posts)]);
  expect(one).toBe(other);
  expect(callback).toHaveBeenCalledTimes(1);
  await access.forRequest(anonymous, request).read(posts);
  expect(callback).toHaveBeenCalledTimes(2);
});

describe('a callback that is late', () => {
  const read = (rights: DocumentAccess, posts: DocumentDescriptor) => rights.read(posts);

  test('denies, whatever it answers afterwards', async () => {
    let allow: (answer: boolean) => void = () => undefined;
    const { access, posts } = open(
      postsWith(
        () =>
          new Promise((resolve) => {
            allow = resolve;
          }),
      ),
      5,
    );
    const rights = access.forRequest(anonymous, request);
    expect((await read(rights, posts)).allowed).toBe(false);
    allow(true);
    expect((await read(rights, posts)).allowed).toBe(false);
  });

  test('and fails then takes nothing down with it', async () => {
    const failed = vi.fn();
    process.once('unhandledRejection', failed);
    let fail: (error: Error) => void = () => undefined;
    const { access, posts } = open(
      postsWith(
        () =>
          new Promise((_, reject) => {
            fail = reject;
          }),
      ),
      5,
    );
    expect((await read(access.forRequest(anonymous, request), posts)).allowed).toBe(false);
    fail(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', failed);
    expect(failed).not.toHaveBeenCalled();
  });
});

test('what a role may see of fields is worked out once', () => {
  const { access } = open(postsWith(() => true));
  const rights = (requester: Requester) => access.forRequest(requester, request).fields;
  expect(rights(user('editor'))).toBe(rights(user('editor')));
  expect(rights(user('editor'))).not.toBe(rights(user('admin')));
  const key = (scopes: readonly string[]): Requester => ({
    kind: 'apiKey',
    key: { id: 'k', name: 'k', prefix: 'p', createdBy: null },
    role: null,
    rank: 0,
    scopes,
  });
  expect(rights(key(['posts:read', '*:read']))).toBe(rights(key(['*:read', 'posts:read'])));
});
