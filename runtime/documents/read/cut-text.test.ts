import { describe, expect, test } from 'vitest';
import { cutFields } from './cut-text.js';

describe('cutting values out of a text', () => {
  test.each([
    [{ a: 1, ref: 'id', b: 'x' }, ['ref'], ['id']],
    [{ ref: null, more: ['x', 'y'] }, ['ref', 'more'], [null, ['x', 'y']]],
    [{ one: { collection: 'posts', id: 'x' }, b: {} }, ['one'], [{ collection: 'posts', id: 'x' }]],
    [{ list: [], text: '"list":["no"],' }, ['list'], [[]]],
    [{ text: 'a"ref":"b', ref: 'x' }, ['ref'], ['x']],
    [{ a: 1 }, [], []],
  ])('of %j finds %j', (document, names, values) => {
    const text = JSON.stringify(document);
    const cut = cutFields(text, names);
    expect(cut?.values).toEqual(values);
    const whole = cut?.pieces.map(
      (piece, at) => piece + (at < values.length ? JSON.stringify(values[at]) : ''),
    );
    expect(whole?.join('')).toBe(text);
  });

  test.each([
    ['a key that stands twice', { extra: { ref: 'y' }, ref: 'x' }, ['ref']],
    ['a key that is not there', { a: 1 }, ['ref']],
    ['keys in another order', { b: 'x', a: 'y' }, ['a', 'b']],
    ['a text with an escape', { ref: 'a"b' }, ['ref']],
    ['a list of objects', { refs: [{ collection: 'posts', id: 'x' }] }, ['refs']],
    ['a number', { ref: 5 }, ['ref']],
  ])('leaves %s to the parser', (_, document, names) => {
    expect(cutFields(JSON.stringify(document), names)).toBeNull();
  });
});
