import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { mergeChanges } from './merge.js';

const field = (name: string, more: Partial<AdminFieldMeta> = {}): AdminFieldMeta => ({
  ...{
    name,
    path: name,
    label: name.toUpperCase(),
    type: 'text',
    operators: [],
    sortable: false,
    canUpdate: true,
  },
  ...more,
});
const fields = [
  field('title'),
  field('body'),
  field('same'),
  field('seo', { type: 'group', fields: [field('name'), field('about')] }),
];
const base = { title: 'a', body: 'b', same: 's', seo: { name: 'n', about: 'o' } };

test('changes of different fields meet without a conflict, also inside one group', () => {
  const mine = { ...base, title: 'mine', seo: { name: 'mine', about: 'o' } };
  const theirs = { ...base, body: 'theirs', seo: { name: 'n', about: 'theirs' } };
  const { values, conflicts, taken } = mergeChanges(fields, { base, mine, theirs });
  expect(values).toEqual({
    title: 'mine',
    body: 'theirs',
    same: 's',
    seo: { name: 'mine', about: 'theirs' },
  });
  expect(conflicts).toEqual([]);
  expect(taken).toEqual({ ...base, body: 'theirs', seo: { name: 'n', about: 'theirs' } });
});

test('a field that both changed in different ways is a conflict with all three values', () => {
  const mine = { ...base, title: 'mine', same: 'both' };
  const theirs = { ...base, title: 'theirs', same: 'both' };
  const { values, conflicts } = mergeChanges(fields, { base, mine, theirs });
  expect(conflicts).toMatchObject([
    { key: 'title', labels: ['TITLE'], base: 'a', mine: 'mine', theirs: 'theirs' },
  ]);
  expect(values).toEqual({ ...base, title: 'mine', same: 'both' });
});

const layout = field('layout', {
  type: 'blocks',
  label: 'Layout',
  blocks: [
    { slug: 'quote', label: 'Quote', fields: [field('text'), field('person')] },
    { slug: 'list', label: 'List', fields: [field('items', { type: 'array', fields: [field('word')] })] },
  ],
});
const quote = (id: string, text: string, person = 'p') => ({ id, blockType: 'quote', text, person });
const mergeLists = (
  [before, mine, theirs]: readonly (readonly object[])[],
  takesTheirs: (key: string) => boolean = () => false,
) => {
  const sides = { base: { layout: before }, mine: { layout: mine }, theirs: { layout: theirs } };
  return mergeChanges([layout], JSON.parse(JSON.stringify(sides)), takesTheirs);
};

test('of a list each row is merged by itself, and each field of a row', () => {
  const before = [quote('1', 'a'), quote('2', 'b'), quote('3', 'c')];
  const mine = [quote('1', 'mine'), quote('2', 'b', 'mine'), quote('3', 'c')];
  const theirs = [quote('1', 'a'), quote('2', 'theirs'), quote('4', 'new'), quote('3', 'c')];
  const { values, conflicts, taken } = mergeLists([before, mine, theirs]);
  expect(conflicts).toEqual([]);
  expect(values).toEqual({
    layout: [quote('1', 'mine'), quote('2', 'theirs', 'mine'), quote('4', 'new'), quote('3', 'c')],
  });
  expect(taken).toEqual({ layout: theirs });
});

test('a field of a row that both changed is a conflict of its own, named by its row', () => {
  const before = [quote('1', 'a'), quote('2', 'b')];
  const mine = [quote('1', 'a'), quote('2', 'mine')];
  const theirs = [quote('1', 'theirs'), quote('2', 'theirs')];
  const merged = mergeLists([before, mine, theirs]);
  expect(merged.conflicts).toMatchObject([
    {
      key: 'layout.2.text',
      labels: ['Layout', '2 Quote', 'TEXT'],
      base: 'b',
      mine: 'mine',
      theirs: 'theirs',
    },
  ]);
  expect(merged.values).toEqual({ layout: [quote('1', 'theirs'), quote('2', 'mine')] });
  expect(merged.taken).toEqual({ layout: [quote('1', 'theirs'), quote('2', 'b')] });
  const chosen = mergeLists([before, mine, theirs], (key) => key === 'layout.2.text');
  expect(chosen.values).toEqual({ layout: theirs });
});

test('a row that one has removed and the other changed is kept or goes, as is chosen', () => {
  const before = [quote('1', 'a'), quote('2', 'b'), quote('3', 'c')];
  const mine = [quote('1', 'a'), quote('3', 'c')];
  const theirs = [quote('1', 'a'), quote('2', 'theirs'), quote('3', 'c')];
  const { conflicts, values } = mergeLists([before, mine, theirs]);
  expect(conflicts).toMatchObject([
    { key: 'layout.2', labels: ['Layout', '2 Quote'], base: before, mine, theirs },
  ]);
  expect(values).toEqual({ layout: mine });
  expect(mergeLists([before, mine, theirs], () => true).values).toEqual({ layout: theirs });
});

test('rows that one has moved stay where they were put, and rows of the other come along', () => {
  const [one, two, three] = [quote('1', 'a'), quote('2', 'b'), quote('3', 'c')];
  const mine = [three, one, two];
  const theirs = [one, two, quote('4', 'new'), three];
  expect(mergeLists([[one, two, three], mine, theirs])).toMatchObject({
    conflicts: [],
    values: { layout: [three, one, two, quote('4', 'new')] },
  });
});

test('rows that both have moved, each elsewhere, are one conflict of the whole list', () => {
  const [one, two, three] = [quote('1', 'a'), quote('2', 'b'), quote('3', 'c')];
  const [mine, theirs] = [
    [three, one, two],
    [two, one, three],
  ];
  expect(mergeLists([[one, two, three], mine, theirs]).conflicts).toMatchObject([
    { key: 'layout', mine, theirs },
  ]);
});

test('lists inside of rows are merged by their rows too', () => {
  const list = (...words: readonly string[]) => [
    { id: 'l', blockType: 'list', items: words.map((word, index) => ({ id: `w${index}`, word })) },
  ];
  expect(mergeLists([list('a', 'b'), list('mine', 'b'), list('a', 'theirs')])).toMatchObject({
    conflicts: [],
    values: { layout: list('mine', 'theirs') },
  });
});
