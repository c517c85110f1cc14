import type { PreparedEvent } from '../../config/hook-config.js';
import type { Issue } from '../../errors/service-error.js';
import type { JsonObject } from '../../util/json.js';
import type { DocumentType } from '../document-type.js';
import { type HookCall, runChangingHooks } from '../hooks/run-hooks.js';
import type { OperationContext } from '../operation-context.js';
import type { Validator } from '../validator.js';
import { wrongReadOnlyValues } from './read-only-fields.js';
import { fillSlugs } from './slugs.js';
import { callbackIssues } from './validate-callbacks.js';
import { builtInIssues, invalidData, validatorIssues, withoutBuiltIns } from './validate-data.js';

/** A write before it is stored. */
export interface PendingWrite {
  readonly operation: 'create' | 'update';
  readonly event: PreparedEvent;
  /** A draft is saved: nothing is published. */
  readonly draft?: boolean;
  /** It is saved while its editor types. */
  readonly autosave?: boolean;
  /** As the client sent it. */
  readonly data: JsonObject;
  /** What is refused in the data of a request, whatever hooks make of them. */
  readonly refused?: readonly Issue[];
  /** The stored document; null when there is none yet. */
  readonly document: JsonObject | null;
  readonly validator: Validator;
  readonly context: OperationContext;
}

/**
 * Takes the data of a write through hooks, validation, defaults, slugs and callbacks. The result fits its
 * fields and has no key that only the service sets.
 *
 * @throws ServiceError BAD_USER_INPUT with every issue.
 */
export async function prepareData(type: DocumentType, write: PendingWrite): Promise<JsonObject> {
  const valid = await validated(type, write);
  const filled = type.defaults.any
    ? await type.defaults.apply(valid, write.operation, () => write.context.req)
    : valid;
  const data = fillSlugs(type.slugs, {
    data: filled,
    document: write.document,
    descriptor: type.model.descriptor,
    access: write.context.access,
  });
  assertReadOnlyValues(type, data);
  if (type.validates) await runCallbacks(type, { ...write, data });
  return type.hooks.beforeChange.length === 0 ? data : changedByHooks(type, { ...write, data });
}

/** No request sets these values: where one is wrong, the config is, and the log shows where. */
function assertReadOnlyValues(type: DocumentType, data: JsonObject): void {
  const [issue] = wrongReadOnlyValues(type, data);
  if (issue === undefined) return;
  throw new Error(
    `A hook or a default gave ${type.model.name} a wrong value in the ${issue.isVirtual ? 'virtual' : 'read-only'} field ${issue.path}: ${issue.text}.`,
  );
}

async function validated(type: DocumentType, write: PendingWrite): Promise<JsonObject> {
  const refused = [...builtInIssues(write.data), ...(write.refused ?? [])];
  const data = refused.length > 0 ? withoutBuiltIns(write.data) : await beforeValidate(type, write);
  const issues = [
    ...refused,
    ...validatorIssues(write.validator, { data, fields: type.model.descriptor.fields }),
  ];
  if (issues.length > 0) throw invalidData(issues);
  return data;
}

async function beforeValidate(type: DocumentType, write: PendingWrite): Promise<JsonObject> {
  if (type.hooks.beforeValidate.length === 0) return write.data;
  const changed = await runChangingHooks(
    type.hooks.beforeValidate,
    hookCall('beforeValidate', { ...write, type }),
  );
  return changed === null ? write.data : withoutBuiltIns(changed);
}

async function runCallbacks(type: DocumentType, write: PendingWrite): Promise<void> {
  const { data, document, operation, draft = false, context } = write;
  const check = { data, document, operation, draft, req: context.req };
  const issues = await callbackIssues(type.model.descriptor.fields, { callbacks: type.callbacks, check });
  if (issues.length > 0) throw invalidData(issues);
}

async function changedByHooks(type: DocumentType, write: PendingWrite): Promise<JsonObject> {
  const changed = await runChangingHooks(
    type.hooks.beforeChange,
    hookCall('beforeChange', { ...write, type }),
  );
  if (changed === null) return write.data;
  const data = withoutBuiltIns(changed);
  assertReadOnlyValues(type, data);
  const [issue] = validatorIssues(write.validator, { data, fields: type.model.descriptor.fields });
  if (issue === undefined) return data;
  // The client's data was valid: the config is wrong, and the log shows where.
  throw new Error(
    `The hook beforeChange of ${type.model.name} made the data invalid: ${issue.path}: ${issue.message}`,
  );
}

interface HookedWrite extends Omit<PendingWrite, 'validator'> {
  readonly type: DocumentType;
}

/** The arguments of a write's hooks. */
function hookCall(
  hook: string,
  { type, data, document, operation, event, draft = false, autosave = false, context }: HookedWrite,
): HookCall {
  return {
    name: `${hook} of ${type.model.name}`,
    data,
    document,
    operation,
    event,
    draft,
    autosave,
    context,
  };
}
