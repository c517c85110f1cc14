/**
 * The body of `POST /api/{slug}/bulk`. All issues of its form are reported at once, before anything is
 * written.
 */
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import { maxOperations } from '../../../codegen/max-operations.js';
import { badInput, type ErrorDetail } from '../../../errors/service-error.js';
import { echo, kindOfValue } from '../../../fields/input-issue.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.js';
import { didYouMean } from '../../../util/near-miss.js';
import { requireObject } from '../../body/json-object.js';
import { hasData, type ManyOperation, type OperationName, operationNames } from './many-operation.js';

export interface BulkBody {
  readonly operations: readonly ManyOperation[];
  readonly atomic: boolean;
  readonly dryRun: boolean;
}

const bodyKeys = ['operations', 'atomic', 'dryRun'] as const;
const operationKeys = ['op', 'id', 'data', 'ifMatch', 'draft'] as const;

/**
 * Returns the operations that a body names, whatever issues it has: access is decided before these are
 * reported.
 */
export function namedOperations(body: unknown): ReadonlySet<OperationName> {
  const listed = isJsonObject(body) && Array.isArray(body['operations']) ? body['operations'] : [];
  const named = listed
    .slice(0, maxOperations)
    .map((one: JsonValue) => (isJsonObject(one) ? one['op'] : null));
  return new Set(operationNames.filter((name) => named.includes(name)));
}

/**
 * Checks the form of a body.
 *
 * @param isDraft - whether creates and updates write drafts by default: the value of `X-Draft`.
 * @throws ServiceError BAD_USER_INPUT that lists every issue.
 */
export function readBulkBody(body: unknown, descriptor: CollectionDescriptor, isDraft: boolean): BulkBody {
  const input = requireObject(body as JsonValue);
  const issues = [
    ...unknownKeys(input, bodyKeys, ''),
    ...notBoolean(input, 'atomic', ''),
    ...notBoolean(input, 'dryRun', ''),
  ];
  const { operations: listed } = input;
  if (!Array.isArray(listed)) {
    throw refusal([{ path: 'operations', message: `must be a list, not ${kindOfValue(listed)}` }, ...issues]);
  }
  if (listed.length === 0) throw refusal([{ path: 'operations', message: 'must not be empty' }, ...issues]);
  if (listed.length > maxOperations) {
    const message = `holds ${listed.length} operations; at most ${maxOperations} are done at once`;
    throw refusal([{ path: 'operations', message }, ...issues]);
  }
  const operations = listed.map((one: JsonValue, index) => {
    const read = readOperation(one, `operations[${index}]`, { descriptor, isDraft });
    issues.push(...read.issues);
    return read.operation;
  });
  if (issues.length > 0) throw refusal(issues);
  return {
    operations: operations.filter((operation) => operation !== null),
    atomic: input['atomic'] !== false,
    dryRun: input['dryRun'] === true,
  };
}

interface Collection {
  readonly descriptor: CollectionDescriptor;
  readonly isDraft: boolean;
}

interface ReadOperation {
  readonly operation: ManyOperation | null;
  readonly issues: readonly ErrorDetail[];
}

function readOperation(input: JsonValue, path: string, collection: Collection): ReadOperation {
  if (!isJsonObject(input))
    return { operation: null, issues: [{ path, message: `must be an object, not ${kindOfValue(input)}` }] };
  const op = operationNames.find((name) => name === input['op']);
  if (op === undefined) {
    const near = typeof input['op'] === 'string' ? didYouMean(input['op'], operationNames) : '';
    const message = `must be one of ${operationNames.join(', ')}, not ${kindOfValue(input['op'])}${near}`;
    return { operation: null, issues: [{ path: `${path}.op`, message }] };
  }
  const issues = [
    ...unknownKeys(input, operationKeys, `${path}.`),
    ...formIssues(input, op, path, collection),
  ];
  if (issues.length > 0) return { operation: null, issues };
  const { id, data, ifMatch, draft } = input;
  return {
    operation: {
      op,
      id: typeof id === 'string' ? id : null,
      data: isJsonObject(data) ? data : null,
      ifMatch: typeof ifMatch === 'number' ? ifMatch : null,
      isDraft: hasData(op) && (typeof draft === 'boolean' ? draft : collection.isDraft),
    },
    issues,
  };
}

function formIssues(
  input: JsonObject,
  op: OperationName,
  path: string,
  { descriptor }: Collection,
): readonly ErrorDetail[] {
  const issue = (key: string, message: string): readonly ErrorDetail[] => [
    { path: `${path}.${key}`, message },
  ];
  const { id, data, ifMatch, draft } = input;
  return [
    ...(op === 'create' || typeof id === 'string'
      ? []
      : issue('id', `must be the id of a document, not ${kindOfValue(id)}`)),
    ...(op === 'create' && id !== undefined
      ? issue('id', 'does not apply: the service gives new documents their ids')
      : []),
    ...(hasData(op) && !isJsonObject(data)
      ? issue('data', `must be an object of fields, not ${kindOfValue(data)}`)
      : []),
    ...(!hasData(op) && data !== undefined ? issue('data', `does not apply to ${op}`) : []),
    ...(op === 'create' && ifMatch !== undefined ? issue('ifMatch', 'does not apply to create') : []),
    ...(ifMatch !== undefined && !isRevision(ifMatch)
      ? issue('ifMatch', `must be a revision, a whole number from 0 on, not ${kindOfValue(ifMatch)}`)
      : []),
    ...notBoolean(input, 'draft', `${path}.`),
    ...(draft !== undefined && !hasData(op) ? issue('draft', `does not apply to ${op}`) : []),
    ...(draft !== undefined && !descriptor.drafts ? issue('draft', noDrafts(descriptor)) : []),
    ...(isStep(op) && !descriptor.drafts ? issue('op', noDrafts(descriptor)) : []),
  ];
}

function isStep(op: OperationName): boolean {
  return op === 'publish' || op === 'unpublish' || op === 'discard';
}

function noDrafts({ slug }: CollectionDescriptor): string {
  return `does not apply: drafts are switched off for ${slug}`;
}

function isRevision(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function notBoolean(input: JsonObject, key: string, prefix: string): readonly ErrorDetail[] {
  const value = input[key];
  if (value === undefined || typeof value === 'boolean') return [];
  return [{ path: `${prefix}${key}`, message: `must be true or false, not ${kindOfValue(value)}` }];
}

function unknownKeys(input: JsonObject, known: readonly string[], prefix: string): readonly ErrorDetail[] {
  return Object.keys(input)
    .filter((key) => !known.includes(key))
    .slice(0, 10)
    .map((key) => ({ path: `${prefix}${echo(key)}`, message: `unknown property${didYouMean(key, known)}` }));
}

function refusal(issues: readonly ErrorDetail[]): Error {
  const shown = issues.slice(0, 3).map(({ path, message }) => `${path}: ${message}`);
  const more = issues.length > shown.length ? ` (and ${issues.length - shown.length} more)` : '';
  return badInput(`${shown.join('; ')}${more}`, issues);
}
