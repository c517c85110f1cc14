/**
 * The body of `POST /api/{slug}/bulk`. All issues of its form are reported at once, before anything is
 * written.
 */
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import { nameOf } from '../../../codegen/document-name.js';
import { maxOperations } from '../../../codegen/max-operations.js';
import type { InputKind } from '../../../errors/reasons/kinds.js';
import { type Reason, reason } from '../../../errors/reasons/reason.js';
import { badInput, type Issue, issueAt } from '../../../errors/service-error.js';
import { echo, gotOf, wrongTypeAt } from '../../../fields/input-issue.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.js';
import { nearTo } from '../../../util/near-miss.js';
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
    throw refusal([wrongTypeAt('operations', 'list', listed), ...issues]);
  }
  if (listed.length === 0) throw refusal([issueAt('operations', reason('input.empty')), ...issues]);
  if (listed.length > maxOperations) {
    const why = reason('bulk.tooMany', { count: listed.length, max: maxOperations });
    throw refusal([issueAt('operations', why), ...issues]);
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
  readonly issues: readonly Issue[];
}

function readOperation(input: JsonValue, path: string, collection: Collection): ReadOperation {
  if (!isJsonObject(input)) return { operation: null, issues: [wrongTypeAt(path, 'object', input)] };
  const op = operationNames.find((name) => name === input['op']);
  if (op === undefined) {
    const near = typeof input['op'] === 'string' ? nearTo(input['op'], operationNames) : {};
    const why = reason('input.notAllowed', { values: operationNames, got: gotOf(input['op']), ...near });
    return { operation: null, issues: [issueAt(`${path}.op`, why)] };
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
): readonly Issue[] {
  const issue = (key: string, why: Reason): readonly Issue[] => [issueAt(`${path}.${key}`, why)];
  const misfit = (key: string, wanted: InputKind): readonly Issue[] => [
    wrongTypeAt(`${path}.${key}`, wanted, input[key]),
  ];
  const notFor = reason('bulk.notApplicable', { operation: op });
  const noDrafts = reason('bulk.draftsSwitchedOff', { collection: nameOf(descriptor) });
  const { id, data, ifMatch, draft } = input;
  return [
    ...(op === 'create' || typeof id === 'string' ? [] : misfit('id', 'id')),
    ...(op === 'create' && id !== undefined ? issue('id', reason('bulk.idNotAllowed')) : []),
    ...(hasData(op) && !isJsonObject(data) ? misfit('data', 'fields') : []),
    ...(!hasData(op) && data !== undefined ? issue('data', notFor) : []),
    ...(op === 'create' && ifMatch !== undefined ? issue('ifMatch', notFor) : []),
    ...(ifMatch !== undefined && !isRevision(ifMatch) ? misfit('ifMatch', 'revision') : []),
    ...notBoolean(input, 'draft', `${path}.`),
    ...(draft !== undefined && !hasData(op) ? issue('draft', notFor) : []),
    ...(draft !== undefined && !descriptor.drafts ? issue('draft', noDrafts) : []),
    ...(isStep(op) && !descriptor.drafts ? issue('op', noDrafts) : []),
  ];
}

function isStep(op: OperationName): boolean {
  return op === 'publish' || op === 'unpublish' || op === 'discard';
}

function isRevision(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function notBoolean(input: JsonObject, key: string, prefix: string): readonly Issue[] {
  const value = input[key];
  if (value === undefined || typeof value === 'boolean') return [];
  return [wrongTypeAt(`${prefix}${key}`, 'boolean', value)];
}

function unknownKeys(input: JsonObject, known: readonly string[], prefix: string): readonly Issue[] {
  return Object.keys(input)
    .filter((key) => !known.includes(key))
    .slice(0, 10)
    .map((key) => issueAt(`${prefix}${echo(key)}`, reason('property.unknown', nearTo(key, known))));
}

function refusal(issues: readonly Issue[]): Error {
  return badInput(reason('issues.three'), issues);
}
