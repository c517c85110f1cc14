import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { rowOfText, textOfRow } from './row-clipboard.js';

const field = (name: string, type: AdminFieldMeta['type'], more: object = {}): AdminFieldMeta => ({
  ...{ name, path: name, type, label: name.toUpperCase(), operators: [], sortable: false, canUpdate: true },
  ...more,
});
const links = field('links', 'array', {
  fields: [
    field('label', 'text'),
    field('count', 'number'),
    field('notes', 'array', { fields: [field('note', 'text')] }),
  ],
});

test('a row is pasted with new ids, those of its own rows included', () => {
  const row = { id: 'a', label: 'One', count: 2, notes: [{ id: 'b', note: 'x' }] };
  const pasted = rowOfText(links, textOfRow(links, row));
  expect(pasted).toMatchObject({ leftOut: [], row: { label: 'One', count: 2, notes: [{ note: 'x' }] } });
  const text = JSON.stringify(pasted?.row);
  expect(text.match(/"id":"[\da-f]{32}"/g)).toHaveLength(2);
});

test('a value of another form is left out by the label of its field, and a stranger is refused', () => {
  const other = field('others', 'array', { fields: [field('label', 'text'), field('count', 'text')] });
  const text = textOfRow(links, { id: 'a', label: 'One', count: 2, notes: [] });
  expect(rowOfText(other, text)).toMatchObject({ row: { label: 'One', count: null }, leftOut: ['COUNT'] });
  const stranger = field('people', 'array', { fields: [field('name', 'text')] });
  expect(rowOfText(stranger, text)).toBeNull();
  for (const none of [
    '',
    'text',
    '{}',
    '{"svc":"row","version":1}',
    '[1]',
    '{"svc":"row","version":2,"row":{}}',
  ])
    expect(rowOfText(links, none), none).toBeNull();
});

test('a block goes only where its kind is, and a field that may not be written keeps its default', () => {
  const blocks = (slugs: readonly string[], canUpdate = true) =>
    field('content', 'blocks', {
      blocks: slugs.map((slug) => ({
        slug,
        label: slug,
        fields: [field('text', 'text'), field('level', 'number', { canUpdate, default: 1 })],
      })),
    });
  const text = textOfRow(blocks(['heading']), { id: 'a', blockType: 'heading', text: 'Hi', level: 3 });
  expect(rowOfText(blocks(['quote']), text)).toBeNull();
  expect(rowOfText(blocks(['quote', 'heading']), text)?.row).toMatchObject({
    blockType: 'heading',
    text: 'Hi',
    level: 3,
  });
  expect(rowOfText(blocks(['heading'], false), text)?.row).toMatchObject({ text: 'Hi', level: 1 });
  expect(rowOfText(links, text)).toBeNull();
});

test('an empty block is pasted, an empty row is not', () => {
  const blocks = field('content', 'blocks', { blocks: [{ slug: 'line', label: 'Line', fields: [] }] });
  expect(rowOfText(blocks, textOfRow(blocks, { id: 'a', blockType: 'line' }))?.row).toMatchObject({
    blockType: 'line',
  });
  expect(rowOfText(links, textOfRow(links, { id: 'a', label: null }))).toBeNull();
});
