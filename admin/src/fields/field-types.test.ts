import { expect, test } from 'vitest';
import { fieldKinds } from '../../../runtime/fields/index.js';
import { fieldTypes } from './types/index.js';

test('the dashboard has a module for each field type of the service', () => {
  expect(Object.keys(fieldTypes).sort()).toEqual([...fieldKinds].sort());
});
