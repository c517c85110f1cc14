import { issueOfRelation, relation, relationOptions } from '../families/relation.js';
import type { TypeModule } from '../field-type.js';

const manyHint = "it is type: 'relationship', hasMany: true";

/** @internal */
export const relationship: TypeModule<'relationship'> = {
  ...relation,
  config: {
    noun: 'a relationship field',
    options: relationOptions,
    required: ['to'],
    issueOf: issueOfRelation,
    otherNames: { m2a: manyHint, m2m: manyHint, m2o: null, reference: null, relation: null },
  },
};
