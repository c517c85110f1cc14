import { expect, test } from 'vitest';
import { describeConfig } from '../codegen/describe-config.js';
import { defineConfig } from '../config/index.js';
import { nothing } from '../query/visible.js';
import { seesDrafts } from './decide-view.js';
import { anonymous } from './requester.js';
import { createServiceAccess } from './service-access.js';

const contract = describeConfig(
  defineConfig({
    auth: { secret: undefined },
    collections: [
      {
        slug: 'posts',
        fields: [{ name: 'note', type: 'text', access: { read: [], update: [] } }],
        access: { read: [], update: [] },
      },
    ],
  }),
);

test('the service itself may do everything, and acts as no user', async () => {
  const access = createServiceAccess(contract);
  const [posts] = contract.collections;
  if (posts === undefined) throw new Error('The config has a collection.');
  expect(access.requester).toBe(anonymous);
  expect(access.read(posts)).toEqual({ allowed: true, where: null });
  expect(access.verdict(posts, 'update')).toBe('allowed');
  expect(seesDrafts(posts, access)).toBe(true);
  await access.admit(posts, 'update', {});
  expect(await access.seeing(nothing)).toBe(nothing);
  expect([access.fields.hiddenIn(posts), access.fields.fixesIn(posts)]).toEqual([null, false]);
});
