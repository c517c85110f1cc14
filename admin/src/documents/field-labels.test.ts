import { expect, test } from 'vitest';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { fieldLabels } from './field-labels.js';

function field(path: string, label: string, more: Partial<AdminFieldMeta> = {}): AdminFieldMeta {
  const name = path.split('.').at(-1) ?? '';
  return { name, path, label, type: 'text', operators: [], sortable: false, canUpdate: true, ...more };
}

const fields = [
  field('title', 'Title'),
  field('sections', 'Sections', { type: 'array', fields: [field('sections.by', 'Written by')] }),
  field('layout', 'Layout', {
    type: 'blocks',
    blocks: [{ slug: 'gallery', label: 'Gallery', fields: [field('layout.gallery.image', 'Image')] }],
  }),
];

test.each([
  ['title', ['Title']],
  ['sections.by', ['Sections', 'Written by']],
  ['layout.gallery.image', ['Layout', 'Image']],
  ['elsewhere', []],
])('the labels of %s are %j', (path, labels) => {
  expect(fieldLabels(fields, path)).toEqual(labels);
});
