import { expect, test } from 'vitest';
import { csvDocument } from './csv.js';

test('a document is a row of its paths', () => {
  const document = {
    id: '1',
    createdAt: null,
    updatedAt: null,
    _revision: 1,
    seo: { title: 'T' },
    tags: [],
  };
  expect(csvDocument(document, ['id', 'seo.title', 'tags', 'seo.none'])).toBe('1,T,[],\r\n');
});
