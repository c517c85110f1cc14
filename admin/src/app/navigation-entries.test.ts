import { expect, test } from 'vitest';
import type { AdminMeta } from '../../../runtime/codegen/admin-meta.js';
import { navigationGroups } from './navigation-entries.js';
import { de } from './texts.de.js';
import { en } from './texts.en.js';

const can = { read: true, create: true, update: true, delete: true };
const collection = (slug: string, group?: string): object => ({ slug, labels: { plural: slug }, group, can });
const global = (slug: string, group?: string): object => ({ slug, label: slug, group, can });

function told(t: typeof en, ...meta: readonly [collections: object[], globals: object[]]): unknown[] {
  const [collections, globals] = meta;
  const groups = navigationGroups({ collections, globals, auth: null } as unknown as AdminMeta, t);
  expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
  return groups.slice(1).map(({ label, entries }) => [label, ...entries.map((entry) => entry.label)]);
}

test('what has no group stands below the headings of the dashboard', () => {
  expect(told(en, [collection('posts'), collection('tags', 'Blog')], [global('site')])).toEqual([
    ['Content', 'posts'],
    ['Blog', 'tags'],
    ['Site-wide', 'site'],
  ]);
});

test('a group of the config that has the name of such a heading keeps to itself', () => {
  const collections = [
    collection('posts'),
    collection('pages', 'Content'),
    collection('files', 'Administration'),
  ];
  const globals = [global('site'), global('menu', 'Site-wide'), global('home', 'Content')];
  expect(told(en, collections, globals)).toEqual([
    ['Other content', 'posts'],
    ['Content', 'pages', 'home'],
    ['Administration', 'files'],
    ['Other site-wide content', 'site'],
    ['Site-wide', 'menu'],
  ]);
  expect(told(de as typeof en, collections, globals).map((group) => (group as string[])[0])).toEqual([
    'Weitere Inhalte',
    'Content',
    'Administration',
    'Weitere Einzelseiten',
    'Site-wide',
  ]);
});
