import type { DocumentDescriptor } from '../../../codegen/descriptors.js';
import { nameOf } from '../../../codegen/document-name.js';
import type { InputKind } from '../../../errors/reasons/kinds.js';
import { type Reason, reason } from '../../../errors/reasons/reason.js';
import { type Issue, issueAt } from '../../../errors/service-error.js';
import { toTimestamp } from '../../../fields/date-text.js';
import { wrongTypeAt } from '../../../fields/input-issue.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.js';
import { hasData, type OperationName } from './many-operation.js';

/** An operation whose kind and target are known. */
export interface OperationAt {
  readonly op: OperationName;
  readonly path: string;
  readonly descriptor: DocumentDescriptor;
}

/** Issues of the form of an operation, whatever its data say. */
export function formIssues(input: JsonObject, { op, path, descriptor }: OperationAt): readonly Issue[] {
  const issue = (key: string, why: Reason): readonly Issue[] => [issueAt(`${path}.${key}`, why)];
  const misfit = (key: string, wanted: InputKind): readonly Issue[] => [
    wrongTypeAt(`${path}.${key}`, wanted, input[key]),
  ];
  const notFor = reason('bulk.notApplicable', { operation: op });
  const noDrafts = reason('bulk.draftsSwitchedOff', { collection: nameOf(descriptor) });
  const noTrash = reason('bulk.noTrash', { collection: nameOf(descriptor) });
  const only = (key: string, isUsed: boolean): readonly Issue[] =>
    !isUsed && input[key] !== undefined ? issue(key, notFor) : [];
  const isGlobal = descriptor.kind === 'global';
  const { id, data, ifMatch, draft, values, permanent } = input;
  const hasNoTrash = descriptor.kind === 'collection' && descriptor.trash === undefined;
  const needsId = !isGlobal && op !== 'create' && op !== 'upsert';
  return [
    ...(isGlobal && !ofGlobals.has(op) ? issue('op', reason('bulk.notOfGlobals', { operation: op })) : []),
    ...(needsId && typeof id !== 'string' ? misfit('id', 'id') : []),
    ...(op === 'create' && id !== undefined ? issue('id', reason('bulk.idNotAllowed')) : []),
    ...only('id', op === 'create' || needsId),
    ...(hasData(op) && !isJsonObject(data) ? misfit('data', 'fields') : []),
    ...only('data', hasData(op)),
    ...only('ifMatch', op !== 'create'),
    ...(ifMatch !== undefined && !isRevision(ifMatch) ? misfit('ifMatch', 'revision') : []),
    ...notBoolean(input, 'draft', `${path}.`),
    ...only('draft', hasData(op)),
    ...only('values', op === 'restore'),
    ...(values !== undefined && !isJsonObject(values) ? misfit('values', 'object') : []),
    ...only('permanent', op === 'delete'),
    ...notBoolean(input, 'permanent', `${path}.`),
    ...(op === 'delete' && permanent !== undefined && hasNoTrash ? issue('permanent', noTrash) : []),
    ...(op === 'restore' && hasNoTrash ? issue('op', noTrash) : []),
    ...(draft !== undefined && !descriptor.drafts ? issue('draft', noDrafts) : []),
    ...(isStep(op) && !descriptor.drafts ? issue('op', noDrafts) : []),
    ...only('key', op === 'upsert'),
    ...only('create', op === 'upsert'),
    ...only('publishAt', op === 'publish'),
    ...(isMoment(input['publishAt']) ? [] : issue('publishAt', reason('schedule.notTimestamp'))),
  ];
}

const ofGlobals: ReadonlySet<OperationName> = new Set(['update', 'publish', 'unpublish', 'discard']);

function isStep(op: OperationName): boolean {
  return op === 'publish' || op === 'unpublish' || op === 'discard';
}

function isRevision(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isMoment(value: JsonValue | undefined): boolean {
  return value === undefined || (typeof value === 'string' && toTimestamp(value) !== null);
}

/** The moment of a publication, in milliseconds since 1970; null for one at once. */
export function scheduledAt(value: JsonValue | undefined, now: number): number | null {
  if (typeof value !== 'string') return null;
  const at = Date.parse(toTimestamp(value) ?? '');
  return at > now ? at : null;
}

/** The issue of a value that is there and is neither true nor false. */
export function notBoolean(input: JsonObject, key: string, prefix: string): readonly Issue[] {
  const value = input[key];
  if (value === undefined || typeof value === 'boolean') return [];
  return [wrongTypeAt(`${prefix}${key}`, 'boolean', value)];
}
