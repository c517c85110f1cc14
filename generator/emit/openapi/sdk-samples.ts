import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import { exampleId } from '../../fields/example-values.js';
import { inputFields } from '../../ir/input-fields.js';
import type { IrCollection, IrGlobal } from '../../ir/ir.js';
import { isIdentifierName } from '../../print/identifier.js';
import { stringLiteral } from '../../print/literal.js';
import { createExample, filterExample, updateExample } from './examples.js';

/** A call of the SDK as TypeScript: its result, its method and its arguments. */
export interface SampleCall {
  /** Name of the result; null if it is not worth one. */
  readonly result: string | null;
  readonly method: string;
  /** Null means a body without an example: the reader's own `data`. */
  readonly arguments: readonly (JsonValue | null)[];
}

/** Columns that fit next to the description on the reference page. */
const margin = 72;

export function findSample(collection: IrCollection): string {
  const query = { where: filterExample(collection), limit: 10 };
  return sample({ result: 'page', method: `${collection.names.property}.find`, arguments: [query] });
}

export function findByIdSample({ names: { property } }: IrCollection): string {
  return sample({ result: 'document', method: `${property}.findById`, arguments: [exampleId] });
}

export function createSample(collection: IrCollection): string {
  const text = sample({
    result: 'document',
    method: `${collection.names.property}.create`,
    arguments: [createExample(inputFields(collection, 'create'))],
  });
  return collection.descriptor.upload === undefined ? text : text.replace(/\);$/, ', { file });');
}

export function updateSample(collection: IrCollection): string {
  return sample({
    result: 'document',
    method: `${collection.names.property}.update`,
    arguments: [exampleId, updateExample(inputFields(collection, 'update'))],
  });
}

export function deleteSample({ names: { property } }: IrCollection): string {
  return sample({ result: null, method: `${property}.delete`, arguments: [exampleId] });
}

export function bulkSample(collection: IrCollection): string {
  const data = createExample(inputFields(collection, 'create'));
  // A creation with a file is a request of its own.
  const isPossible = data !== null && collection.descriptor.upload === undefined;
  const creation = isPossible ? [{ op: 'create', data }] : [];
  return sample({
    result: '{ results }',
    method: `${collection.names.property}.bulk`,
    arguments: [[...creation, { op: 'delete', id: exampleId }]],
  });
}

export function updateManySample(collection: IrCollection): string {
  return sample({
    result: '{ results }',
    method: `${collection.names.property}.updateMany`,
    arguments: [
      { where: filterExample(collection) },
      updateExample(inputFields(collection, 'update')),
      { expect: 12 },
    ],
  });
}

export function deleteManySample(collection: IrCollection): string {
  return sample({
    result: '{ results }',
    method: `${collection.names.property}.deleteMany`,
    arguments: [{ where: filterExample(collection) }, { expect: 12 }],
  });
}

export function getGlobalSample({ names: { property } }: IrGlobal): string {
  return sample({ result: 'document', method: `globals.${property}.get`, arguments: [] });
}

export function updateGlobalSample({ names: { property }, fields }: IrGlobal): string {
  const data = updateExample(fields);
  return sample({ result: 'document', method: `globals.${property}.update`, arguments: [data] });
}

/** A state transition of a document: `publish`, `unpublish`, `restore`. */
export function stepSample(document: IrCollection | IrGlobal, method: string, hasVersion: boolean): string {
  const place = clientPlace(document);
  const values = [...place.arguments, ...(hasVersion ? [exampleId] : [])];
  return sample({ result: 'document', method: `${place.name}.${method}`, arguments: values });
}

export function versionsSample(document: IrCollection | IrGlobal): string {
  const place = clientPlace(document);
  return sample({ result: 'page', method: `${place.name}.versions`, arguments: place.arguments });
}

export function previewTokenSample(document: IrCollection | IrGlobal): string {
  const place = clientPlace(document);
  return sample({ result: '{ token }', method: `${place.name}.previewToken`, arguments: place.arguments });
}

interface ClientPlace {
  readonly name: string;
  readonly arguments: readonly string[];
}

function clientPlace({ names: { property }, descriptor }: IrCollection | IrGlobal): ClientPlace {
  return descriptor.kind === 'global'
    ? { name: `globals.${property}`, arguments: [] }
    : { name: property, arguments: [exampleId] };
}

/** Any call of the client. */
export function sample({ result, method, arguments: values }: SampleCall): string {
  const call = `${result === null ? '' : `const ${result} = `}await client.${method}`;
  const line = `${call}(${values.map(argument).join(', ')});`;
  return line.length <= margin ? line : `${call}(${values.map(brokenLiteral).join(', ')});`;
}

function argument(value: JsonValue | null): string {
  return value === null ? 'data' : literal(value);
}

/** A value as it is written in TypeScript. */
function literal(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return stringLiteral(value);
  if (!isObject(value)) return String(value);
  const properties = propertiesOf(value);
  return properties.length === 0 ? '{}' : `{ ${properties.join(', ')} }`;
}

/** The same with each property of an object on a line of its own. */
function brokenLiteral(value: JsonValue | null): string {
  if (!isObject(value)) return argument(value);
  return `{\n${propertiesOf(value)
    .map((property) => `  ${property},\n`)
    .join('')}}`;
}

function propertiesOf(object: JsonObject): readonly string[] {
  return Object.entries(object).map(
    ([key, value]) => `${isIdentifierName(key) ? key : stringLiteral(key)}: ${literal(value)}`,
  );
}

function isObject(value: JsonValue | null): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
