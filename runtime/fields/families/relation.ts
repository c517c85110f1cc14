import type {
  OnDelete,
  RelationshipFieldConfig,
  RelationshipListFieldConfig,
} from '../../config/field-config.js';
import {
  type Check,
  distinct,
  listOf as each,
  isPlainObject,
  must,
  oneOf,
  type PlainObject,
} from '../../config/validate/checks.js';
import { unless } from '../../config/validate/issues-of-values.js';
import { computable, indexed, many } from '../../config/validate/shared-options.js';
import { showValue } from '../../config/validate/show-value.js';
import { reason } from '../../errors/reasons/reason.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.js';
import { nearTo } from '../../util/near-miss.js';
import type { ConfigRules, OptionName } from '../config-rules.js';
import { type DescribeContext, flagOption, listOptions, type OptionsOf } from '../describing.js';
import type { RelationshipField } from '../field-descriptor.js';
import type { OperandInput } from '../field-type.js';
import { misfit } from '../fitting.js';
import { inputIssue, wrongType } from '../input-issue.js';
import { type Operand, type Reference, readEach, readText } from '../operand.js';
import { equality, membership } from '../operators.js';
import type { ConfigOf, RelationType } from '../structured-type.js';
import { completeEach } from './list-of.js';
import { columnValue, oneColumn } from './one-column.js';
import { memberOperand, valueOperand } from './value-operand.js';

const noReference: JsonObject = {};

const idOperand = valueOperand<RelationshipField>(() => readId);

const onDeletes: readonly OnDelete[] = ['restrict', 'set null', 'cascade'];

/** Slugs are looked up later, when all are known. */
const targets: Check = (given, place, problems) => {
  if (typeof given === 'string') return;
  if (!Array.isArray(given)) {
    problems.add(place, `must be the slug of a collection or a list of slugs, not ${showValue(given)}`);
    return;
  }
  if (given.length === 0) problems.add(place, 'must not be empty');
  distinct(each(must('a slug', (slug) => typeof slug === 'string')))(given, place, problems);
};

export type RelationConfig = RelationshipFieldConfig | RelationshipListFieldConfig;

/** The options of every relation. */
export const relationOptions: ConfigRules<OptionName<RelationConfig>>['options'] = {
  ...computable,
  ...indexed,
  ...many,
  to: targets,
  onDelete: oneOf(onDeletes),
};

/**
 * Fields that refer to documents. A `hasMany` relation outside rows has a table of its own and no columns.
 */
export const relation: RelationType<RelationshipField> = {
  describe: describeRelation,
  isList: ({ hasMany }) => hasMany === true,
  columns(field) {
    const id = oneColumn(field, 'text');
    if (id.length === 0 || field.collectionColumn === undefined) return id;
    return [...id, { name: field.collectionColumn, type: 'text' }];
  },
  operators: ({ hasMany }) => (hasMany ? membership : equality),
  operand(field, input) {
    const operand = field.polymorphic ? referenceOperand : idOperand;
    return field.hasMany ? memberOperand(operand)(field, input) : operand(field, input);
  },
  valueKind: () => 'text',
  isOrdered: false,
  hasFewValues: true,
  mayBeBlank: false,
  isTyped: false,
  valueRules: ({ polymorphic, to }) => (polymorphic ? { targets: to } : {}),
  storageKind({ hasMany, polymorphic, to }) {
    const noun = hasMany ? 'references' : 'reference';
    return polymorphic ? `${noun} to several collections` : `${noun} to ${to[0] ?? ''}`;
  },
  encode({ collectionColumn }, value) {
    if (collectionColumn === undefined) return [value as string | null];
    const reference = value as { readonly collection: string; readonly id: string } | null;
    return [reference?.id ?? null, reference?.collection ?? null];
  },
  decode({ column, collectionColumn }, row) {
    const id = columnValue(column, row);
    if (collectionColumn === undefined || id === null) return id;
    return { collection: columnValue(collectionColumn, row), id };
  },
  complete: (field, value, path) =>
    field.hasMany
      ? completeEach(value, path, (entry, at) => completeReference(field, entry, at))
      : completeReference(field, value, path),
};

/** What is wrong with a constant as one reference. */
export function issueOfRelation({ to }: PlainObject, value: unknown): string | null {
  if (!Array.isArray(to)) return unless(typeof value === 'string' && value !== '', 'is not an id', value);
  if (!isPlainObject(value) || typeof value['id'] !== 'string' || Object.keys(value).length !== 2) {
    return `${showValue(value)} is not { collection, id }`;
  }
  return unless(
    to.includes(value['collection']),
    'is not one of the collections in "to"',
    value['collection'],
  );
}

function describeRelation(
  config: ConfigOf<RelationshipField>,
  { columns, joinTable }: DescribeContext,
): OptionsOf<RelationshipField> {
  const shared = {
    ...listOptions(config),
    to: typeof config.to === 'string' ? [config.to] : config.to,
    polymorphic: flagOption(typeof config.to !== 'string'),
    onDelete: config.onDelete ?? (config.required === true ? 'restrict' : 'set null'),
  };
  if (columns === null) return shared;
  if (config.hasMany === true) return { ...shared, table: joinTable(columns.first) };
  return { ...shared, column: columns.first, collectionColumn: columns.second ?? undefined };
}

function readId(value: unknown, path: string): string {
  return readText(value, path, 'id');
}

function referenceOperand(field: RelationshipField, { operator, value, path }: OperandInput): Operand {
  const read = (item: unknown, at: string): Reference => readReference(field, item, at);
  return operator === 'in' || operator === 'not_in'
    ? { kind: 'references', references: readEach(value, path, read) }
    : { kind: 'reference', reference: read(value, path) };
}

function readReference(field: RelationshipField, value: unknown, path: string): Reference {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongType(path, 'reference', value);
  }
  const { collection, id, ...others } = value as Readonly<Record<string, unknown>>;
  if (typeof collection !== 'string' || typeof id !== 'string' || Object.keys(others).length > 0) {
    throw inputIssue(path, reason('reference.malformed'));
  }
  if (!field.to.includes(collection)) {
    const why = { collections: field.to, ...nearTo(collection, field.to) };
    throw inputIssue(`${path}.collection`, reason('reference.unknownCollection', why));
  }
  return { collection, id: readText(id, `${path}.id`) };
}

function completeReference(field: RelationshipField, value: JsonValue, path: string): JsonValue {
  if (!field.polymorphic) {
    if (typeof value !== 'string') throw misfit(path, 'the id of a document', value);
    return value;
  }
  const { collection, id } = isJsonObject(value) ? value : noReference;
  if (typeof collection !== 'string' || typeof id !== 'string' || !field.to.includes(collection)) {
    throw misfit(path, `a reference ({ collection, id }) to ${field.to.join(' or ')}`, value);
  }
  return { collection, id };
}
