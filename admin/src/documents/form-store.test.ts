import { expect, test } from 'vitest';
import { createFormStore, isDirty } from './form-store.js';

test('a form is dirty until its values are again what is stored', () => {
  const store = createFormStore({ title: 'a', rows: [{ id: 'r', text: 'x' }] });
  expect(isDirty(store.state())).toBe(false);
  store.setValue(['rows', 0, 'text'], 'y');
  expect(store.state().values).toEqual({ title: 'a', rows: [{ id: 'r', text: 'y' }] });
  expect(isDirty(store.state())).toBe(true);
  store.setValue(['rows', 0, 'text'], 'x');
  expect(isDirty(store.state())).toBe(false);
});

test('what does not lie on the path stays the same object', () => {
  const rows = [{ id: 'r' }];
  const store = createFormStore({ title: 'a', rows });
  store.setValue(['title'], 'b');
  expect(store.state().values['rows']).toBe(rows);
});

test('what is not yet a value follows its row, and makes the form dirty', () => {
  const store = createFormStore({ rows: [{ id: 'a' }, { id: 'b' }] });
  store.setUnfinished(['rows', 1, 'size'], { text: '1e', message: 'Not a number.' });
  store.setValue(['rows'], [{ id: 'b' }, { id: 'a' }]);
  expect(store.state().unfinished).toEqual({ 'rows.b.size': { text: '1e', message: 'Not a number.' } });
  expect(isDirty(store.state())).toBe(true);
  store.setValue(['rows', 0, 'size'], 1);
  expect(store.state().unfinished).toEqual({});
});

test('a change drops the error of its own input, and no other', () => {
  const store = createFormStore({ title: 'a', body: 'b' });
  const error = (key: string): { key: string; label: string; message: string } => ({
    key,
    label: key,
    message: 'No.',
  });
  store.setErrors([error('title'), error('body')]);
  store.setValue(['title'], 'c');
  expect(store.state().errors.map(({ key }) => key)).toEqual(['body']);
});
