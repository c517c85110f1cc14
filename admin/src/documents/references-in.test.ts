import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { referencesIn } from './references-in.js';

const field = (name: string, type: string, more: object = {}): AdminFieldMeta =>
  ({ name, type, label: name, canUpdate: true, ...more }) as AdminFieldMeta;

const cover = field('cover', 'upload', { to: ['media'] });
const text = field('text', 'richText');
const image = (id: string) => ({ type: 'upload', attrs: { collection: 'media', id } });

test('references are found wherever they are', () => {
  const fields = [
    cover,
    field('title', 'text'),
    field('any', 'relationship', { to: ['media', 'posts'], polymorphic: true, hasMany: true }),
    field('side', 'group', { fields: [cover] }),
    field('rows', 'array', { fields: [cover, field('inner', 'array', { fields: [cover] })] }),
    field('parts', 'blocks', { blocks: [{ slug: 'hero', label: 'Hero', fields: [cover, text] }] }),
    text,
  ];
  const values = {
    cover: '1',
    title: '2',
    any: [{ collection: 'posts', id: '3' }],
    side: { cover: '4' },
    rows: [{ cover: '5', inner: [{ cover: '6' }] }, { cover: null }],
    parts: [
      { blockType: 'hero', cover: '7', text: { type: 'doc', content: [image('8')] } },
      { blockType: 'gone', cover: '9' },
    ],
    text: { type: 'doc', content: [{ type: 'bulletList', content: [image('10'), { type: 'paragraph' }] }] },
  };
  const found = referencesIn(fields, values);
  expect(found.map(({ id }) => id)).toEqual(['1', '3', '4', '5', '6', '7', '8', '10']);
  expect(found[1]).toEqual({ collection: 'posts', id: '3' });
  expect(referencesIn(fields, { rows: null, text: 'x', side: 1 })).toEqual([]);
});
