import { expect, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import { isSortable, operatorsOf } from '../../codegen/operators.js';
import type { FieldDescriptor } from '../field-descriptor.js';
import { fieldTypeOf, valueTypeOf } from '../index.js';
import { readOperand } from '../read-operand.js';

const tint = { type: 'color', name: 'tint', path: 'tint', column: 'tint' } as const;

test('a colour is kept in lower case', () => {
  const complete = (value: string): unknown => valueTypeOf(tint).complete(tint, value, 'tint', []);
  expect(complete('#1A2B3C')).toBe('#1a2b3c');
  expect(complete('#1A2B3C80')).toBe('#1a2b3c80');
  expect(() => complete('red')).toThrow('tint must be a colour (#rrggbb)');
});

test('a filter compares colours in any letter case, and takes nothing else', () => {
  expect(readOperand(tint, 'equals', '#FFFFFF', 'where.tint')).toEqual({ kind: 'value', value: '#ffffff' });
  expect(readOperand(tint, 'in', ['#FFFFFF00'], 'where.tint')).toEqual({
    kind: 'values',
    values: ['#ffffff00'],
  });
  expect(() => readOperand(tint, 'equals', '#fff', 'where.tint')).toThrow(
    'where.tint: must be a colour such as "#1a2b3c", not the text "#fff"',
  );
});

test('colours sort, and have the operators of values without an order', () => {
  expect(isSortable(tint)).toBe(true);
  expect(operatorsOf(tint)).toEqual(['equals', 'not_equals', 'in', 'not_in', 'exists']);
});

test('a constant default is described in its stored form', () => {
  const field = describedField({ name: 'tint', type: 'color', default: '#FF8800', unique: true });
  expect(field).toEqual({ ...tint, default: '#ff8800', unique: true });
});

test('a stored colour has six or eight digits in lower case', () => {
  const { pattern = { source: '', flags: '' } } = fieldTypeOf(tint).valueRules(tint);
  const stored = new RegExp(pattern.source, pattern.flags);
  const fits = (text: string): boolean => stored.test(text);
  expect(['#1a2b3c', '#1a2b3c80', '#1A2B3C', 'red', '#abc'].map(fits)).toEqual([
    ...[true, true, false, false, false],
  ]);
});

function describedField(field: {
  readonly name: string;
  readonly type: 'color';
  readonly default: string;
  readonly unique: boolean;
}): FieldDescriptor | undefined {
  return describeConfig({ collections: [{ slug: 'posts', fields: [field] }] }).collections[0]?.fields[0];
}
