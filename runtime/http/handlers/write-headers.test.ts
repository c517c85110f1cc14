import { expect, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import { isServiceError } from '../../errors/to-response.js';
import { isDraftWrite } from './write-headers.js';

const { collections, globals } = describeConfig({
  collections: [{ slug: 'posts', drafts: false, fields: [{ name: 'title', type: 'text' }] }],
  globals: [{ slug: 'site', drafts: false, fields: [{ name: 'title', type: 'text' }] }],
});

test('a refusal names a collection by its slug, and a global as scopes do', () => {
  const refusals = [...collections, ...globals].map((descriptor) => {
    try {
      return isDraftWrite('true', descriptor);
    } catch (error) {
      return isServiceError(error) ? error.details?.map(({ params }) => params) : error;
    }
  });
  expect(refusals).toEqual([[{ collection: 'posts' }], [{ collection: 'globals.site' }]]);
});
