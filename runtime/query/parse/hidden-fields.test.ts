import { expect, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import type { FieldDescriptor } from '../../codegen/descriptors.js';
import type { FieldConfig } from '../../config/field-config.js';
import { defineConfig } from '../../config/index.js';
import { createQueryScope } from '../scope.js';
import { type HiddenFields, namesHidden, nothingHidden } from './hidden-fields.js';
import { parseListQuery, visibleSort } from './list-query.js';
import { parseWhere } from './where.js';

const text = (name: string): FieldConfig => ({ name, type: 'text' });
const hiddenText = (name: string): FieldConfig =>
  ({ ...text(name), access: { read: ['admin'] } }) as FieldConfig;

const contract = describeConfig(
  defineConfig({
    auth: { secret: undefined },
    collections: [
      {
        slug: 'posts',
        fields: [
          text('title'),
          hiddenText('note'),
          { name: 'meta', type: 'group', fields: [text('key'), hiddenText('secret')] },
          { name: 'closed', type: 'group', access: { read: ['admin'] }, fields: [text('inner')] },
          { name: 'rows', type: 'array', fields: [text('label'), hiddenText('price')] },
          {
            name: 'content',
            type: 'blocks',
            blocks: [
              { slug: 'quote', fields: [hiddenText('source'), text('words')] },
              { slug: 'rule', fields: [text('source')] },
            ],
          },
          { name: 'author', type: 'relationship', to: 'people' },
          { name: 'owner', type: 'relationship', to: ['firms', 'people'] },
        ],
      },
      {
        slug: 'people',
        fields: [
          text('name'),
          hiddenText('salary'),
          { name: 'boss', type: 'relationship', to: 'people' },
          { name: 'written', type: 'join', collection: 'posts', on: 'author' },
        ],
      },
      { slug: 'firms', fields: [text('name'), text('salary')] },
    ],
  }),
);
const scope = createQueryScope(contract);
const [posts] = contract.collections;
if (posts === undefined) throw new Error('The config has collections.');

/** The fields with a list of readers, as for a requester in none of the lists. */
function closedFields(fields: readonly FieldDescriptor[], isInside = false): readonly FieldDescriptor[] {
  return fields.flatMap((field) => {
    const isClosed = isInside || field.access?.read !== undefined;
    const inner =
      field.type === 'group' || field.type === 'array'
        ? field.fields
        : field.type === 'blocks'
          ? field.blocks.flatMap((block) => block.fields)
          : [];
    return [...(isClosed ? [field] : []), ...closedFields(inner, isClosed)];
  });
}
const hidden: HiddenFields = new Set(contract.collections.flatMap(({ fields }) => closedFields(fields)));

test.each<[string, boolean]>([
  ['title', false],
  ['createdAt', false],
  ['note', true],
  ['meta.key', false],
  ['meta.secret', true],
  ['closed.inner', true],
  ['rows.label', false],
  ['rows.price', true],
  // One block that hides the field is enough.
  ['content.source', true],
  ['content.words', false],
  ['content.quote.source', true],
  ['content.quote.words', false],
  ['content.rule.source', false],
  ['author', false],
  ['author.name', false],
  ['author.salary', true],
  ['author.boss.name', false],
  ['author.boss.salary', true],
  ['owner.name', false],
  // One collection that hides the field is enough.
  ['owner.salary', true],
])('the path %s leads through a hidden field: %j', (path, expected) => {
  expect(namesHidden({ document: posts, path }, { hidden, scope })).toBe(expected);
  expect(namesHidden({ document: posts, path }, { hidden: nothingHidden, scope })).toBe(false);
});

test.each([
  [{ note: 'x' }, 'where.note', 'note'],
  [
    { OR: [{ title: 'x' }, { 'author.salary': { exists: true } }] },
    'where.OR.1.author.salary',
    'author.salary',
  ],
])('a filter by a hidden field is refused: %j', (filter, place, path) => {
  const message = `You may not filter or sort by "${path}": you may not read this field.`;
  expect(parseWhere(filter, { collection: posts, scope })).not.toBeNull();
  expect(() => parseWhere(filter, { collection: posts, scope, hidden })).toThrow(
    expect.objectContaining({
      code: 'FORBIDDEN',
      message,
      details: [expect.objectContaining({ path: place, message })],
    }),
  );
});

test('a sort by a hidden field is refused, even where it has no effect', () => {
  const list = (sort: string): unknown =>
    parseListQuery(`sort=${sort}`, { collection: posts, scope, hidden });
  expect(() => list('title_asc')).not.toThrow();
  for (const sort of ['note', 'title,note_desc', 'id,note', 'meta.secret']) {
    expect(() => list(sort)).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', details: [expect.objectContaining({ path: 'sort' })] }),
    );
  }
});

test('a sort of the config that would reveal the order of hidden values gives way to the newest first', () => {
  const paths = (sort: string, fields: HiddenFields): readonly string[] =>
    visibleSort(sort, { collection: posts, hidden: fields, scope }).map(
      ({ path, direction }) => `${path} ${direction}`,
    );
  expect(paths('title_asc,note_desc', nothingHidden)).toEqual(['title asc', 'note desc', 'id desc']);
  expect(paths('title_asc', hidden)).toEqual(['title asc', 'id asc']);
  expect(paths('title_asc,note_desc', hidden)).toEqual(['createdAt desc', 'id desc']);
});
