import { expect, test } from 'vitest';
import type { FieldDescriptor } from '../../../codegen/descriptors.js';
import { openFields } from './open-fields.js';

const open: FieldDescriptor = { type: 'text', name: 'open', path: 'open', column: 'open' };
const closed: FieldDescriptor = { ...open, name: 'closed', path: 'closed', access: { read: ['admin'] } };

test('keys that no field describes, and fields with an access list, are dropped', () => {
  const values = { open: 'a', closed: 'b', role: 'super_admin', id: 'c' };
  expect(openFields([open, closed], values)).toEqual({ open: 'a' });
});

test('the same holds in groups, rows and blocks', () => {
  const fields: readonly FieldDescriptor[] = [
    { type: 'group', name: 'group', path: 'group', fields: [open, closed] },
    { type: 'array', name: 'rows', path: 'rows', fields: [open, closed] },
    { type: 'blocks', name: 'blocks', path: 'blocks', blocks: [{ slug: 'note', fields: [open, closed] }] },
  ];
  const row = { open: 'a', closed: 'b' };
  const values = { group: row, rows: [row], blocks: [{ blockType: 'note', ...row }] };
  expect(openFields(fields, values)).toEqual({
    group: { open: 'a' },
    rows: [{ open: 'a' }],
    blocks: [{ blockType: 'note', open: 'a' }],
  });
});

test('what does not fit its field is left for the validator to name', () => {
  const group: FieldDescriptor = { type: 'group', name: 'group', path: 'group', fields: [open] };
  expect(openFields([group], { group: 'text' })).toEqual({ group: 'text' });
});
