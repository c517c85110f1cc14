import { issueOfRelation, type RelationConfig, relation, relationOptions } from '../families/relation.js';
import type { RelationshipField } from '../field-descriptor.js';
import type { WithRules } from '../field-type.js';
import type { RelationType } from '../structured-type.js';

const manyHint = "it is type: 'relationship', hasMany: true";

/** @internal */
export const relationship: RelationType<RelationshipField> & WithRules<RelationConfig> = {
  ...relation,
  config: {
    noun: 'a relationship field',
    options: relationOptions,
    required: ['to'],
    issueOf: issueOfRelation,
    otherNames: { m2a: manyHint, m2m: manyHint, m2o: null, reference: null, relation: null },
  },
};
