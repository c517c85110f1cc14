import type { JoinField } from '../../../runtime/codegen/descriptors.js';
import { anyOf, closedObject } from '../../emit/openapi/schema.js';
import { coreType } from '../../emit/sdk/core-names.js';
import { code } from '../../print/code.js';
import { relatedForms } from '../families/related-documents.js';
import type { FieldType } from '../field-type.js';

/** The documents whose relation points here, read-only. */
export const join: FieldType<JoinField> = {
  input: null,
  output: {
    schema: ({ descriptor: { collection } }, { shape, context }) =>
      closedObject({
        docs: { type: 'array', items: anyOf(relatedForms(collection, shape.relations, context)) },
        hasNextPage: { type: 'boolean' },
      }),
    type: ({ descriptor: { collection } }, { related }) =>
      code`${coreType('JoinedDocuments')}<${related(collection)}>`,
  },
  filter: null,
  example: {
    isTelling: false,
    value: () => null,
    test: () => null,
  },
};
