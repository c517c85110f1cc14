/** The body of a list of operations. */
import { bulkLimits } from '../../../runtime/codegen/bulk-limits.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import { exampleId } from '../../fields/example-values.js';
import { inputFields } from '../../ir/input-fields.js';
import type { IrCollection } from '../../ir/ir.js';
import type { Context } from './context.js';
import { writeBody } from './documents.js';
import { createExample } from './examples.js';
import { anyOf, closedObject, type Properties, type Schema, type SchemaOrReference } from './schema.js';
import { restoredValues } from './trash-operations.js';
import { idSchema } from './values.js';

/** The revision that an operation expects. */
export const ifMatchSchema: Schema = {
  type: 'integer',
  minimum: 0,
  description: 'The write is refused with 409 if this is not the newest revision.',
};

/** Max number of operations. */
export function limitOf({ ir }: Context): number {
  return bulkLimits(ir.contract.limits).operations;
}

/** The body of a bulk call. */
export function bulkBody(collection: IrCollection, context: Context): SchemaOrReference {
  const { components, names } = context;
  return components.schema(names.of(collection.names.type, 'Bulk'), () => ({
    description: `Operations on \`${collection.names.type}\`.`,
    ...closedObject(
      {
        operations: {
          type: 'array',
          items: bulkItem(collection, context),
          minItems: 1,
          maxItems: limitOf(context),
        },
        atomic: { type: 'boolean', default: true, description: 'All in one transaction, or none.' },
        dryRun: { type: 'boolean', default: false, description: 'Nothing is written.' },
        return: { type: 'string', enum: ['ids', 'documents'], default: 'ids' },
      },
      ['operations'],
    ),
  }));
}

function bulkItem(collection: IrCollection, context: Context): SchemaOrReference {
  const { drafts } = collection.descriptor;
  const draft: Properties = drafts
    ? { draft: { type: 'boolean', description: 'Writes only the draft. Default: as `X-Draft` says.' } }
    : {};
  const op = (...ops: readonly string[]): Schema => ({ type: 'string', enum: [...ops] });
  const steps = drafts ? ['unpublish', 'discard'] : [];
  const publish = drafts
    ? [
        closedObject(
          {
            op: op('publish'),
            id: idSchema,
            ifMatch: ifMatchSchema,
            publishAt: { type: 'string', format: 'date-time', description: 'When it takes place.' },
          },
          ['op', 'id'],
        ),
      ]
    : [];
  const addressed = { id: idSchema, ifMatch: ifMatchSchema } as const;
  const required = ['op', 'id'];
  const permanent: Schema = {
    type: 'boolean',
    default: false,
    description: 'For good; needs the right to purge.',
  };
  const ends =
    collection.descriptor.trash === undefined
      ? [closedObject({ op: op('delete', ...steps), ...addressed }, required)]
      : [
          ...(drafts ? [closedObject({ op: op(...steps), ...addressed }, required)] : []),
          closedObject({ op: op('delete'), ...addressed, permanent }, required),
          closedObject(
            { op: op('restore'), ...addressed, values: restoredValues(collection, context) },
            required,
          ),
        ];
  return context.components.schema(context.names.of(collection.names.type, 'BulkOperation'), () => ({
    description: 'One of many writes.',
    ...anyOf([
      closedObject({ op: op('create'), data: writeBody(collection, 'Create', context), ...draft }, [
        'op',
        'data',
      ]),
      closedObject(
        {
          op: op('update'),
          id: idSchema,
          data: writeBody(collection, 'Update', context),
          ifMatch: ifMatchSchema,
          ...draft,
        },
        ['op', 'id', 'data'],
      ),
      closedObject(
        {
          op: op('upsert'),
          key: { type: 'object', additionalProperties: true, minProperties: 1 },
          data: writeBody(collection, 'Update', context),
          create: { type: 'object', additionalProperties: true },
          ifMatch: ifMatchSchema,
          ...draft,
        },
        ['op', 'key', 'data'],
      ),
      ...publish,
      ...ends,
    ]),
  }));
}

export function bulkExample(collection: IrCollection): JsonObject | null {
  const data = createExample(inputFields(collection, 'create'));
  const creation = data === null ? [] : [{ op: 'create', data }];
  return { operations: [...creation, { op: 'delete', id: exampleId, ifMatch: 3 }] };
}
