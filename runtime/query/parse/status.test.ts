import { expect, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { defineConfig } from '../../config/index.js';
import type { WhereNode } from '../plan.js';
import { createQueryScope } from '../scope.js';
import { parseWhere } from './where.js';

const contract = describeConfig(
  defineConfig({
    collections: [
      {
        slug: 'posts',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'lines', type: 'array', fields: [{ name: 'label', type: 'text' }] },
          { name: 'author', type: 'relationship', to: 'posts' },
        ],
      },
    ],
  }),
);
const scope = createQueryScope(contract);
const posts = contract.collections[0] as CollectionDescriptor;

function parse(filter: object): WhereNode {
  const node = parseWhere(filter, { collection: posts, scope });
  if (node === null) throw new Error('The filter has conditions.');
  return node;
}

test.each<[unknown, boolean, boolean, boolean]>([
  ['published', true, false, false],
  ['draft', false, true, false],
  [{ equals: 'draft' }, false, true, false],
  [{ not_equals: 'draft' }, true, false, true],
  [{ not_equals: 'published' }, false, true, true],
  [{ in: ['draft'] }, false, true, false],
  [{ in: ['published', 'draft'] }, true, true, false],
  [{ in: [] }, false, false, false],
  [{ not_in: ['draft'] }, true, false, true],
  [{ not_in: [] }, true, true, true],
  [{ exists: true }, true, true, false],
  [{ exists: false }, false, false, true],
  [null, false, false, true],
  [{ in: ['published', 'draft'], not_equals: 'draft' }, true, false, false],
])(
  'the status %j holds for published %j, for drafts %j, for no document %j',
  (value, published, draft, none) => {
    const status = { kind: 'status', rows: 'published', published, draft, holdsOnEmpty: none };
    expect(parse({ _status: value })).toMatchObject(status);
    // A related document that is missing has no status.
    expect(parse({ 'author._status': value })).toMatchObject({ kind: 'related', holdsOnEmpty: none });
  },
);
