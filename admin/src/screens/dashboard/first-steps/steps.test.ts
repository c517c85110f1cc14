import { expect, test } from 'vitest';
import type { AdminMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { firstSteps } from './steps.js';

const can = { read: true, create: true, update: true, delete: true };
const posts = { slug: 'posts', drafts: true, can };
const auth = { can: { invite: true, manageApiKeys: true } };
const stepsOf = (meta: object, totals: Readonly<Record<string, number>>, keys: number): readonly string[] => {
  const collections = Object.entries(totals).map(([slug, total]) => ({ slug, total }));
  return firstSteps(meta as AdminMeta, { collections }, keys).map(
    ({ name, isDone }) => `${name} ${isDone ? 'done' : 'open'}`,
  );
};

test('the first steps of an administrator', () => {
  const meta = { collections: [posts, { ...posts, slug: 'users' }], auth };
  const open = ['document open', 'invite open', 'key open', 'preview open'];
  expect(stepsOf(meta, { posts: 0, users: 1 }, 0)).toEqual(open);
  const done = { ...meta, collections: [{ ...posts, preview: true }, meta.collections[1]] };
  expect(stepsOf(done, { posts: 3, users: 2 }, 1)).toEqual(open.map((step) => step.replace('open', 'done')));
});

test('nobody is shown steps that they may not take', () => {
  const reading = { ...posts, drafts: false, can: { ...can, create: false } };
  expect(stepsOf({ collections: [reading], auth: null }, { posts: 0 }, 0)).toEqual([]);
});

test('the document step is about one collection, and done when it has a document', () => {
  const authors = { slug: 'authors', drafts: false, can };
  const media = { slug: 'media', drafts: true, upload: {}, can };
  const meta = { collections: [authors, media, posts], auth: null };
  const [step] = firstSteps(meta as unknown as AdminMeta, { collections: [] }, 0);
  expect(step).toMatchObject({ name: 'document', slug: 'posts' });
  const written = { authors: 2, media: 5, posts: 0 };
  expect(stepsOf(meta, written, 0)[0]).toBe('document open');
  expect(stepsOf(meta, { ...written, posts: 1 }, 0)[0]).toBe('document done');
});
