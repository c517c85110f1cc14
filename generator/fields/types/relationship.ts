import type { RelationshipField } from '../../../runtime/codegen/descriptors.js';
import type { Context } from '../../emit/openapi/context.js';
import type { Relations } from '../../emit/openapi/output-shape.js';
import {
  anyOf,
  closedObject,
  nullable,
  type Schema,
  type SchemaOrReference,
} from '../../emit/openapi/schema.js';
import { idSchema } from '../../emit/openapi/values.js';
import { atDepth } from '../../emit/sdk/conditional.js';
import { coreType } from '../../emit/sdk/core-names.js';
import { array, type Code, code, raw, string, union } from '../../print/code.js';
import { exampleId, repeated } from '../example-values.js';
import { choiceFilter, comparison } from '../families/filters.js';
import { listType } from '../families/lists.js';
import { relatedForms } from '../families/related-documents.js';
import { valueInput } from '../families/values.js';
import type { DocumentTypeContext, FieldType, OutputContext } from '../field-type.js';

/** One or several documents of other collections: by their ids, or populated at a depth. */
export const relationship: FieldType<RelationshipField> = {
  input: valueInput({
    rule: ({ to, polymorphic }, { call }) =>
      polymorphic ? call('reference', [array(to.map(string))]) : call('id'),
    inputSchema: ({ to, polymorphic }) =>
      polymorphic ? closedObject({ collection: { type: 'string', enum: [...to] }, id: idSchema }) : idSchema,
    inputTypes: referenceTypes,
  }),
  output: {
    schema: ({ descriptor }, at) => outputSchema(descriptor, at),
    type: ({ descriptor }, at) => documentType(descriptor, at),
  },
  filter: comparison<RelationshipField>({
    // Targets are specific to a field.
    name: ({ polymorphic }) => (polymorphic ? null : 'Id'),
    value: ({ to, polymorphic }) =>
      polymorphic
        ? closedObject({ collection: { type: 'string', enum: [...to] }, id: { type: 'string' } })
        : { type: 'string' },
    types: referenceTypes,
    single: (descriptor) => choiceFilter(referenceTypes(descriptor)),
  }),
  example: {
    isTelling: false,
    value: ({ descriptor }) => {
      const [collection = ''] = descriptor.to;
      return repeated(descriptor, descriptor.polymorphic ? { collection, id: exampleId } : exampleId);
    },
    test: () => null,
  },
};

function referenceTypes({ to, polymorphic }: RelationshipField): readonly Code[] {
  return polymorphic ? [code`${coreType('ReferenceInput')}<${union(to.map(string))}>`] : [raw('string')];
}

function outputSchema(
  { to, polymorphic, hasMany }: RelationshipField,
  { shape: { relations }, context, isRequired }: OutputContext,
): SchemaOrReference {
  const forms = to.flatMap((slug) =>
    polymorphic ? polymorphicForms(slug, relations, context) : singleForms(slug, relations, context),
  );
  if (hasMany) return { type: 'array', items: anyOf(forms) };
  // A polymorphic relation keeps its id if `doc` cannot be populated; any other single relation is then null.
  const surelyThere = isRequired && (relations === 'ids' || polymorphic === true);
  return surelyThere ? anyOf(forms) : nullable(anyOf(forms));
}

function singleForms(slug: string, relations: Relations, context: Context): readonly SchemaOrReference[] {
  if (relations === 'ids') return [idSchema];
  const documents = relatedForms(slug, relations, context);
  return relations === 'documents' ? documents : [idSchema, ...documents];
}

function polymorphicForms(
  slug: string,
  relations: Relations,
  context: Context,
): readonly SchemaOrReference[] {
  const collection: Schema = { type: 'string', enum: [slug] };
  const bare = closedObject({ collection, id: idSchema });
  if (relations === 'ids') return [bare];
  const documents = anyOf(relatedForms(slug, relations, context));
  const populated = closedObject({ collection, id: idSchema, doc: nullable(documents) });
  return relations === 'documents' ? [populated] : [bare, populated];
}

function documentType(descriptor: RelationshipField, { isNullable, related }: DocumentTypeContext): Code {
  const { to, polymorphic, hasMany } = descriptor;
  const zero = polymorphic ? code`${coreType('DocumentReference')}<${union(to.map(string))}>` : raw('string');
  const types = to.map((slug) => populatedType(slug, related(slug), descriptor));
  if (hasMany) return atDepth(code`${zero}[]`, listType(types));
  // With a depth, a single relation may always be null: its document may be deleted or not readable.
  const deeper = polymorphic ? union(types) : code`${types} | null`;
  if (!isNullable) return atDepth(zero, deeper);
  return code`(${atDepth(zero, union(types))}) | null`;
}

/** The populated type of a relation to a collection, given that of its documents. */
function populatedType(slug: string, document: Code, { polymorphic, hasMany }: RelationshipField): Code {
  if (!polymorphic) return document;
  const doc = hasMany ? document : code`${document} | null`;
  return code`${coreType('PopulatedReference')}<${string(slug)}, ${doc}>`;
}
