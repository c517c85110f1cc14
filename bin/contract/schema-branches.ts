/** Takes schemas apart: a union into its branches, and `null` out of them. */
import { UsageError } from '../command-error.js';
import { type ContractDocument, type JsonMap, listOf, mapOf, own, textsOf } from './contract-document.js';

/** One branch of a union. */
export interface Branch {
  readonly schema: JsonMap;
  /** Name of its component. */
  readonly name: string | null;
}

export interface Branches {
  readonly isNullable: boolean;
  readonly branches: readonly Branch[];
}

/** More than people write. A document from elsewhere may be made to exhaust the stack or the memory. */
const maxNesting = 50;
const maxBranches = 1000;

/** The branches of a schema without references; one for a schema that is no union. */
export function branchesOf(document: ContractDocument, part: unknown, nesting = 0): Branches {
  const { value, name } = document.resolve(part);
  const schema = merged(document, value, nesting);
  const choices = [...listOf(own(schema, 'anyOf')), ...listOf(own(schema, 'oneOf'))];
  if (choices.length > 0) {
    const inner = innerBranches(document, choices, nesting);
    const { anyOf: _any, oneOf: _one, discriminator: _by, description: _text, ...beside } = schema;
    const branches = inner.flatMap((one) => one.branches);
    return {
      isNullable: inner.some(({ isNullable }) => isNullable),
      branches:
        Object.keys(beside).length === 0
          ? branches
          : branches.map((branch) => ({ ...branch, schema: { ...beside, ...branch.schema } })),
    };
  }
  return withoutNull(schema, name);
}

function innerBranches(
  document: ContractDocument,
  choices: readonly unknown[],
  nesting: number,
): readonly Branches[] {
  refuseNesting(nesting);
  const inner: Branches[] = [];
  let count = 0;
  for (const choice of choices) {
    const one = branchesOf(document, choice, nesting + 1);
    count += one.branches.length;
    if (count > maxBranches) throw new UsageError(`a union has more than ${maxBranches} branches`);
    inner.push(one);
  }
  return inner;
}

function refuseNesting(nesting: number): void {
  if (nesting >= maxNesting) throw new UsageError(`a union nests deeper than ${maxNesting} levels`);
}

function withoutNull(schema: JsonMap, name: string | null): Branches {
  const type = own(schema, 'type');
  const types = typeof type === 'string' ? [type] : textsOf(type);
  const values = own(schema, 'enum');
  const isNullable =
    types.includes('null') ||
    own(schema, 'nullable') === true ||
    own(schema, 'const') === null ||
    (types.length === 0 && listOf(values).includes(null));
  if (!isNullable) return { isNullable, branches: [{ schema, name }] };
  const rest = types.filter((one) => one !== 'null');
  if ((types.length > 0 && rest.length === 0) || own(schema, 'const') === null)
    return { isNullable, branches: [] };
  const kept = {
    ...schema,
    ...(types.length > 0 && { type: rest.length === 1 ? rest[0] : rest }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  };
  return { isNullable, branches: [{ schema: kept, name }] };
}

/** A schema with the properties and rules of its `allOf`. */
function merged(document: ContractDocument, schema: JsonMap, nesting: number): JsonMap {
  const parts = listOf(own(schema, 'allOf'));
  if (parts.length === 0) return schema;
  refuseNesting(nesting);
  const { allOf: _all, ...rest } = schema;
  let sum: JsonMap = rest;
  for (const part of parts) {
    const one = merged(document, document.resolve(part).value, nesting + 1);
    sum = {
      ...one,
      ...sum,
      ...joined(sum, one),
      required: [...new Set([...textsOf(own(sum, 'required')), ...textsOf(own(one, 'required'))])],
    };
  }
  return sum;
}

function joined(one: JsonMap, other: JsonMap): JsonMap {
  const properties = Object.entries({ ...mapOf(own(other, 'properties')), ...mapOf(own(one, 'properties')) });
  return properties.length === 0 ? {} : { properties: Object.fromEntries(properties) };
}
