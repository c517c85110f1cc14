import { expect, test } from 'vitest';
import { validateConfig } from './validate-config.js';

function issues(fields: unknown, options: object = {}): readonly string[] {
  return validateConfig({ collections: [{ slug: 'posts', fields, ...options }] }).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

const title = { name: 'title', type: 'text' };
const row = (...fields: unknown[]): object => ({ type: 'row', fields });

test('rows, tabs and collapsibles are accepted in documents, groups, rows of lists and blocks', () => {
  const tabs = {
    type: 'tabs',
    tabs: [
      { label: { en: 'A', 'pt-BR': 'B' }, description: 'C', fields: [row(title)] },
      {
        label: 'D',
        admin: { condition: () => true },
        fields: [
          {
            type: 'collapsible',
            label: 'E',
            open: false,
            fields: [{ name: 'slug', type: 'slug', from: 'title' }],
          },
        ],
      },
    ],
  };
  const inner = [row({ name: 'a', type: 'text', admin: { width: '1/2' } }), { name: 'b', type: 'number' }];
  const fields = [
    tabs,
    { name: 'group', type: 'group', fields: inner },
    { name: 'rows', type: 'array', admin: { rowLabel: 'a' }, fields: inner },
    {
      name: 'blocks',
      type: 'blocks',
      blocks: [{ slug: 'x', admin: { rowLabel: () => 'x' }, fields: inner }],
    },
    { name: 'side', type: 'date', admin: { position: 'sidebar', condition: () => false } },
  ];
  const options = {
    admin: { useAsTitle: 'title', defaultColumns: ['group.a'] },
    defaultSort: 'group.b_desc',
    indexes: [{ fields: ['title', 'group.b'] }],
    search: { fields: { title: 1, 'rows.a': 1 } },
  };
  expect(issues(fields, options)).toEqual([]);
});

test('each mistake is named with its place', () => {
  const fields = [
    title,
    row(title),
    { type: 'row', label: 'No', fields: [{ name: 'a', type: 'txt' }] },
    { type: 'row' },
    { type: 'tabs', tabs: [] },
    { type: 'tabs', tabs: [{ label: 'T', fields: [{ name: 'b', type: 'number', minLength: 1 }] }, 3] },
    { type: 'collapsible', label: ' ', fields: [] },
    row(row({ name: 'c', type: 'text' })),
    { name: 'd', type: 'text', label: {}, admin: { width: '5/6', condition: true } },
    { name: 'e', type: 'text', label: { english: 'E' } },
    { name: 'g', type: 'group', fields: [{ name: 'f', type: 'text', admin: { position: 'sidebar' } }] },
    { name: 'r', type: 'array', admin: { rowLabel: 3 }, fields: [{ name: 'h', type: 'text' }] },
    { name: 's', type: 'array', admin: { rowLabel: 'nothing' }, fields: [{ name: 'h', type: 'text' }] },
  ];
  const at = 'collections.posts.fields';
  expect(issues(fields)).toEqual([
    `${at}.title: "title" is used twice among the same fields.`,
    `${at}[2]: a row has no option "label".`,
    expect.stringContaining(`${at}.a: has the unknown type "txt"`),
    `${at}[3]: a row needs "fields".`,
    `${at}[4]: tabs must not be empty.`,
    `${at}[5]: tabs[1] must be a tab, not 3.`,
    `${at}.b: a number field has no option "minLength".`,
    `${at}[6]: label must not be empty.`,
    `${at}[6]: fields must not be empty.`,
    `${at}[0]: must be a field: a row contains fields only.`,
    `${at}.d: label must have a text for at least one language.`,
    `${at}.d: admin.width must be "full", "3/4", "2/3", "1/2", "1/3" or "1/4", not "5/6".`,
    `${at}.d: admin.condition must be a function, not true.`,
    `${at}.e: label has "english", which is no language: write en, de or pt-BR.`,
    `${at}.g.fields.f: admin.position is for fields of the document itself, not of a group or a row.`,
    `${at}.r: admin.rowLabel must be the name of a field in the row, or a function, not 3.`,
    `${at}.s: admin.rowLabel names "nothing", which is not one of the fields in the row.`,
  ]);
});

test('a layout that contains itself, or too many others, is refused', () => {
  const own: { type: string; fields: unknown[] } = { type: 'row', fields: [] };
  own.fields.push(own);
  expect(issues([own])).toEqual([
    'collections.posts.fields[0]: must be a field: a row contains fields only.',
  ]);
  const deep = (levels: number): object =>
    levels === 0 ? title : { type: 'collapsible', label: 'L', fields: [deep(levels - 1)] };
  expect(issues([deep(4)])).toEqual([]);
  expect(issues([deep(5)])).toEqual([
    'collections.posts.fields[0]: must not nest so deeply: at most 4 layouts are inside each other.',
  ]);
});
