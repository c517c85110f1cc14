import { expect, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { defineConfig } from '../../config/index.js';
import type { ReadPlan } from '../plan.js';
import { createQueryScope } from '../scope.js';
import { parseReadQuery } from './read-query.js';

const contract = describeConfig(
  defineConfig({
    collections: [{ slug: 'people', fields: [{ name: 'name', type: 'text' }] }],
    globals: [
      {
        slug: 'site',
        drafts: false,
        fields: [
          { name: 'title', type: 'text' },
          { name: 'owner', type: 'relationship', to: 'people' },
        ],
      },
    ],
  }),
);
const scope = createQueryScope(contract);
const [site] = contract.globals;
const [people] = contract.collections;

function parse(document: DocumentDescriptor | undefined, search: string): ReadPlan {
  if (document === undefined) throw new Error('no document');
  return parseReadQuery(search, { document, scope });
}

test('a read without parameters shows the whole document', () => {
  expect(parse(people, '').shape).toEqual({ depth: 0, select: null, draft: null });
});

test('a global takes depth and select like a document', () => {
  const { shape } = parse(site, 'depth=1&select=owner.name');
  expect(shape.depth).toBe(1);
  expect([...(shape.select?.fields.get('owner')?.fields.keys() ?? [])]).toEqual(['name']);
});

test('select given several times is one list', () => {
  const { shape } = parse(site, 'select=owner.name&depth=1&select=title');
  expect(shape.select).toEqual(parse(site, 'depth=1&select=owner.name,title').shape.select);
});

test.each([
  ['draft=true', 'draft: "globals.site" has no drafts'],
  ['select=_status', 'select: "_status": unknown field'],
  ['page=1', 'page: unknown parameter'],
  ['depth=11', 'depth: must be a whole number, from 0 to 10, not 11'],
  ['depth=', 'depth: must not be empty'],
  ['depth=1&depth=1', 'depth: is given twice'],
  ['where={}', 'where: unknown parameter'],
])('%s is refused', (search, message) => {
  expect(() => parse(site, search)).toThrow(message);
});
