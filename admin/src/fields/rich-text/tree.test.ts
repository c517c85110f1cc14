import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../runtime/util/json.js';
import { fromEditor, isRichTextTree, toEditor } from './tree.js';
import { textOfTree } from './tree-text.js';

const known = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Title' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'See ' },
        { type: 'text', text: 'here', marks: [{ type: 'bold' }, { type: 'link', attrs: { href: '/a' } }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'and there.' },
      ],
    },
    { type: 'paragraph' },
  ],
};

test('a tree of known nodes goes through unchanged', () => {
  expect(toEditor(known)).toEqual(known);
  expect(fromEditor(toEditor(known))).toEqual(known);
});

test('what the editor does not know is carried along and comes back as it was', () => {
  const foreign = {
    type: 'doc',
    version: 3,
    content: [
      { type: 'callout', attrs: { tone: 'warm' }, content: [{ type: 'paragraph' }] },
      {
        type: 'paragraph',
        attrs: { textAlign: 'center' },
        content: [
          { type: 'mention', attrs: { id: '7' } },
          { type: 'text', text: 'red', marks: [{ type: 'textStyle', attrs: { color: 'red' } }] },
        ],
      },
    ],
  };
  expect(toEditor(foreign)).toMatchObject({
    content: [{ type: 'svcUnknownBlock' }, { content: [{ type: 'svcUnknownInline' }, { text: 'red' }] }],
  });
  expect(fromEditor(toEditor(foreign))).toEqual(foreign);
});

test('an address that would run something, and a class, are carried along and not shown', () => {
  const linked = (attrs: JsonObject): JsonObject => ({
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs }] }] },
    ],
  });
  const shown = (tree: JsonObject): unknown =>
    JSON.parse(
      JSON.stringify(toEditor(tree), (key, value: JsonValue) => (key === 'svcCarried' ? undefined : value)),
    );
  for (const href of [
    'javascript:a()',
    ' JAVASCRIPT:a()',
    'java\tscript:a()',
    'data:text/html,a',
    5,
    { a: 1 },
    ['/a'],
  ]) {
    const tree = linked({ href, class: 'dialog-overlay', target: '_blank' });
    expect(shown(tree)).toEqual(linked({}));
    expect(fromEditor(toEditor(tree))).toEqual(tree);
  }
  for (const href of ['/a', 'a', '#a', '?a=b:c', 'https://a.example', 'MAILTO:a@b.example', 'tel:1']) {
    expect(shown(linked({ href }))).toEqual(linked({ href }));
  }
  const code = {
    type: 'doc',
    content: [{ type: 'codeBlock', attrs: { language: 'js dialog-overlay' }, content: [] }],
  };
  expect(shown(code)).toEqual({ type: 'doc', content: [{ type: 'codeBlock', attrs: {}, content: [] }] });
  expect(fromEditor(toEditor(code))).toEqual(code);
});

test('a new address in the place of one that could not be shown is stored', () => {
  const edited = {
    type: 'link',
    attrs: { href: '/new', svcCarried: { attrs: { href: 'javascript:a()', rel: 'x' } } },
  };
  expect(fromEditor(edited)).toEqual({ type: 'link', attrs: { href: '/new', rel: 'x' } });
});

test('attributes that the editor adds without a value are not stored', () => {
  const edited = {
    type: 'doc',
    content: [{ type: 'orderedList', attrs: { start: 1, type: null, svcCarried: null }, content: [] }],
  };
  expect(fromEditor(edited)).toEqual({
    type: 'doc',
    content: [{ type: 'orderedList', attrs: { start: 1 }, content: [] }],
  });
});

const table = (attrs?: JsonObject): JsonObject => ({
  type: 'doc',
  content: [
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableHeader', ...(attrs && { attrs }), content: [{ type: 'paragraph' }] },
            {
              type: 'tableCell',
              content: [
                { type: 'paragraph', content: [{ type: 'text', text: 'a' }] },
                { type: 'paragraph', content: [{ type: 'text', text: 'b' }] },
              ],
            },
          ],
        },
      ],
    },
  ],
});

test('a table goes through unchanged; spans that would fill the memory are carried and not shown', () => {
  const spanned = table({ colspan: 2, rowspan: 1, colwidth: [80, 120] });
  expect(toEditor(spanned)).toEqual(spanned);
  for (const colspan of [0, -1, 1.5, 1e9, '2', null]) {
    const given = table({ colspan });
    expect(JSON.stringify(toEditor(given))).toContain('svcCarried');
    if (colspan !== null) expect(fromEditor(toEditor(given))).toEqual(given);
  }
});

test('a row of a table is a line of text', () => {
  expect(textOfTree(table())).toBe(' | a b');
});

test('the place of a file that is on its way is not stored', () => {
  const pending = { type: 'svcPendingUpload', attrs: { key: '1' } };
  expect(fromEditor({ type: 'doc', content: [{ type: 'paragraph' }, pending] })).toEqual({
    type: 'doc',
    content: [{ type: 'paragraph' }],
  });
  expect(fromEditor({ type: 'blockquote', content: [pending] })).toEqual({
    type: 'blockquote',
    content: [{ type: 'paragraph' }],
  });
});

test('only a document is a tree', () => {
  expect(isRichTextTree({ type: 'doc', content: [] })).toBe(true);
  for (const value of [null, 'text', [], {}, { type: 'root', children: [] }, { type: 'doc', content: 'x' }]) {
    expect(isRichTextTree(value)).toBe(false);
  }
});

test('the text of a tree has a line for each block', () => {
  expect(textOfTree(known)).toBe('Title\nSee here\nand there.\n');
});

test('a block is known in a text with blocks only, and comes back as it was', () => {
  const node = (id: JsonValue) => ({ type: 'block', attrs: { id } });
  const tree = {
    type: 'doc',
    content: [node('a'), node(7), { type: 'block', attrs: { id: 'b', tone: 'x' } }],
  };
  const types = (own: JsonObject): unknown => (own['content'] as JsonObject[]).map(({ type }) => type);
  expect(types(toEditor(tree, true))).toEqual(['svcBlock', 'svcUnknownBlock', 'svcBlock']);
  expect(types(toEditor(tree))).toEqual(Array.from({ length: 3 }, () => 'svcUnknownBlock'));
  expect(fromEditor(toEditor(tree, true))).toEqual(tree);
  expect(fromEditor(toEditor(tree))).toEqual(tree);
});
