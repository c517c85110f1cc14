/** A collection of every kind of field that the cost of a list depends on, with sizes of its tables. */
import { describeConfig } from '../../../runtime/codegen/describe-config.js';
import type { CollectionDescriptor } from '../../../runtime/codegen/descriptors.js';
import type { SizeOf } from '../../../runtime/query/effort/table-size.js';
import { parseListQuery } from '../../../runtime/query/parse/list-query.js';
import { parseWhere } from '../../../runtime/query/parse/where.js';
import type { ListPlan, WhereNode } from '../../../runtime/query/plan.js';
import { createQueryScope, type QueryScope } from '../../../runtime/query/scope.js';

const contract = describeConfig({
  collections: [
    {
      slug: 'posts',
      drafts: true,
      fields: [
        { name: 'title', type: 'text', maxLength: 100 },
        { name: 'body', type: 'text' },
        { name: 'code', type: 'text', unique: true },
        { name: 'section', type: 'text', index: true },
        { name: 'category', type: 'select', options: ['a', 'b'] },
        { name: 'publishedAt', type: 'date' },
        { name: 'rank', type: 'number' },
        { name: 'place', type: 'point' },
        { name: 'tags', type: 'text', hasMany: true },
        { name: 'author', type: 'relationship', to: 'people' },
        { name: 'owner', type: 'relationship', to: ['posts', 'people'] },
        { name: 'related', type: 'relationship', to: 'people', hasMany: true },
        {
          name: 'items',
          type: 'array',
          fields: [
            { name: 'label', type: 'text' },
            { name: 'buyers', type: 'relationship', to: 'people', hasMany: true },
          ],
        },
      ],
      indexes: [{ fields: ['category', 'publishedAt'] }, { fields: ['body', 'rank'], unique: true }],
    },
    {
      slug: 'people',
      drafts: false,
      fields: [
        { name: 'name', type: 'text' },
        { name: 'mail', type: 'text', unique: true },
        { name: 'written', type: 'join', collection: 'posts', on: 'author' },
      ],
    },
  ],
});

export const scope: QueryScope = createQueryScope(contract);

export function collection(slug: 'posts' | 'people'): CollectionDescriptor {
  const found = scope.collections.get(slug);
  if (found === undefined) throw new Error(`There is no ${slug}.`);
  return found;
}

export function filterOf(where: object): WhereNode {
  const parsed = parseWhere(where, { collection: collection('posts'), scope });
  if (parsed === null) throw new Error('The filter has conditions.');
  return parsed;
}

export function planOf(search: string, where?: object): ListPlan {
  const filter = where === undefined ? '' : `&where=${encodeURIComponent(JSON.stringify(where))}`;
  return parseListQuery(`${search}${filter}`, { collection: collection('posts'), scope });
}

/** 200 people of 100 bytes each, and this many posts of 1,000 bytes, each with three related people. */
export function sizes(posts: number): SizeOf {
  return (table, kind) => {
    if (kind === 'links') return { rows: 3 * posts, rowBytes: 50 };
    if (table === 'people') return { rows: 200, rowBytes: 100 };
    return { rows: table === 'posts' ? posts : 500, rowBytes: 1_000 };
  };
}
