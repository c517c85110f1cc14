/**
 * The bodies of `POST /api/{slug}/bulk` and `POST /api/svc/bulk`. All issues of their form are reported at
 * once, before anything is written.
 */
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import { globalId } from '../../../documents/document-model.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInput, type Issue, issueAt, ServiceError } from '../../../errors/service-error.js';
import { echo, gotOf, wrongTypeAt } from '../../../fields/input-issue.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.js';
import { nearTo } from '../../../util/near-miss.js';
import { requireObject } from '../../body/json-object.js';
import {
  dataKeyOf,
  hasData,
  type ManyOperation,
  type ManyTarget,
  type OperationName,
  operationNames,
} from './many-operation.js';
import { formIssues, notBoolean, scheduledAt } from './operation-form.js';
import { checkReferences } from './references.js';
import { readUpsert } from './upsert-form.js';

export interface BulkBody {
  readonly operations: readonly ManyOperation[];
  readonly atomic: boolean;
  readonly dryRun: boolean;
  /** Whether the results hold the documents. */
  readonly returns: 'document' | 'head';
}

/** How the operations of a body are read. */
export interface BulkForm {
  /** Max number of operations. */
  readonly limit: number;
  /** Whether creates and updates write drafts by default: the value of `X-Draft`. */
  readonly isDraft: boolean;
  /** The target of an operation, or what is wrong with its name. */
  readonly targetOf: TargetOf;
  /** Keys of an operation besides those of all. */
  readonly targetKeys: readonly string[];
  /** Whether operations may refer to documents of earlier ones. */
  readonly hasReferences: boolean;
  /** The clock. */
  readonly now: number;
}

export type TargetOf = (operation: JsonObject, path: string) => ManyTarget | readonly Issue[];

const bodyKeys = ['operations', 'atomic', 'dryRun', 'return'] as const;
const operationKeys = [
  'op',
  'id',
  'data',
  'ifMatch',
  'draft',
  'key',
  'create',
  'publishAt',
  'values',
  'permanent',
] as const;
const returned = ['ids', 'documents'] as const;

/** An operation that a body names, whatever issues it has. */
export interface NamedOperation {
  readonly op: OperationName;
  readonly target: ManyTarget;
  readonly isPermanent: boolean;
}

/** Returns the operations that a body names: access is decided before issues are reported. */
export function namedOperations(
  body: unknown,
  { limit, targetOf }: Pick<BulkForm, 'limit' | 'targetOf'>,
): readonly NamedOperation[] {
  const listed = isJsonObject(body) && Array.isArray(body['operations']) ? body['operations'] : [];
  return listed.slice(0, limit).flatMap((one: JsonValue) => {
    const op = isJsonObject(one) ? operationNames.find((name) => name === one['op']) : undefined;
    if (op === undefined || !isJsonObject(one)) return [];
    const target = targetOf(one, '');
    return isTarget(target) ? [{ op, target, isPermanent: one['permanent'] === true }] : [];
  });
}

/**
 * Checks the form of a body.
 *
 * @throws ServiceError BAD_USER_INPUT that lists every issue; PAYLOAD_TOO_LARGE for too many operations.
 */
export function readBulkBody(body: unknown, form: BulkForm): BulkBody {
  const input = requireObject(body as JsonValue);
  const issues = [
    ...unknownKeys(input, bodyKeys, ''),
    ...notBoolean(input, 'atomic', ''),
    ...notBoolean(input, 'dryRun', ''),
    ...notReturned(input['return']),
  ];
  const { operations: listed } = input;
  if (!Array.isArray(listed)) {
    throw refusal([wrongTypeAt('operations', 'list', listed), ...issues]);
  }
  if (listed.length === 0) throw refusal([issueAt('operations', reason('input.empty')), ...issues]);
  if (listed.length > form.limit) {
    const why = reason('bulk.tooMany', { count: listed.length, max: form.limit });
    const details = [issueAt('operations', why)];
    throw new ServiceError('PAYLOAD_TOO_LARGE', reason('issues.all'), { details });
  }
  const operations: (ManyOperation | null)[] = [];
  for (const [index, one] of (listed as readonly JsonValue[]).entries()) {
    const read = readOperation(one, `operations[${index}]`, form, operations);
    issues.push(...read.issues);
    operations.push(read.operation);
  }
  if (issues.length > 0) throw refusal(issues);
  return {
    operations: operations.filter((operation) => operation !== null),
    atomic: input['atomic'] !== false,
    dryRun: input['dryRun'] === true,
    returns: input['return'] === 'documents' ? 'document' : 'head',
  };
}

interface ReadOperation {
  readonly operation: ManyOperation | null;
  readonly issues: readonly Issue[];
}

function readOperation(
  input: JsonValue,
  path: string,
  form: BulkForm,
  earlier: readonly (ManyOperation | null)[],
): ReadOperation {
  const refused = (issues: readonly Issue[]): ReadOperation => ({ operation: null, issues });
  if (!isJsonObject(input)) return refused([wrongTypeAt(path, 'object', input)]);
  const op = operationNames.find((name) => name === input['op']);
  if (op === undefined) {
    const near = typeof input['op'] === 'string' ? nearTo(input['op'], operationNames) : {};
    const why = reason('input.notAllowed', { values: operationNames, got: gotOf(input['op']), ...near });
    return refused([issueAt(`${path}.op`, why)]);
  }
  const target = form.targetOf(input, path);
  if (!isTarget(target)) return refused(target);
  const { descriptor } = target;
  const issues = [
    ...unknownKeys(input, [...form.targetKeys, ...operationKeys], `${path}.`),
    ...formIssues(input, { op, path, descriptor }),
  ];
  if (issues.length > 0) return refused(issues);
  const upsert =
    op === 'upsert' ? readUpsert(input, descriptor as CollectionDescriptor, `${path}.`) : { issues: [] };
  if (upsert.issues.length > 0) return refused(upsert.issues);
  const { id, ifMatch, draft, permanent } = input;
  const dataKey = dataKeyOf(op);
  const data = dataKey === null ? undefined : input[dataKey];
  const publishAt = scheduledAt(input['publishAt'], form.now);
  const operation: ManyOperation = {
    op,
    target,
    id: descriptor.kind === 'global' ? globalId : typeof id === 'string' ? id : null,
    data: isJsonObject(data) ? data : null,
    ifMatch: typeof ifMatch === 'number' ? ifMatch : null,
    isDraft: hasData(op) && (typeof draft === 'boolean' ? draft : form.isDraft && descriptor.drafts),
    ...(permanent === true && { isPermanent: true }),
    ...('upsert' in upsert && { upsert: upsert.upsert }),
    ...(publishAt !== null && { publishAt }),
  };
  if (!form.hasReferences) return { operation, issues };
  const references = checkReferences(operation, { earlier, path: `${path}.${dataKey ?? 'data'}` });
  if (references.issues.length > 0) return refused(references.issues);
  return { operation: references.any ? { ...operation, hasReferences: true } : operation, issues };
}

function isTarget(target: ManyTarget | readonly Issue[]): target is ManyTarget {
  return 'descriptor' in target;
}

function notReturned(value: JsonValue | undefined): readonly Issue[] {
  if (value === undefined || returned.some((one) => one === value)) return [];
  return [issueAt('return', reason('input.notAllowed', { values: returned, got: gotOf(value) }))];
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
