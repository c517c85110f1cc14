import type { FieldDescriptor } from '../../codegen/descriptors.js';
import type { ValidateArguments } from '../../config/hook-config.js';
import type { HookRequest } from '../../config/hook-request.js';
import { type ErrorText, reason, userText } from '../../errors/reasons/reason.js';
import { isRefusal } from '../../errors/refusal.js';
import { type Issue, issueAt } from '../../errors/service-error.js';
import { rowFields } from '../../fields/inner-fields.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { CallbackMap } from '../hooks/field-callbacks.js';
import { ofRefusal } from '../hooks/run-hooks.js';
import { isEmpty } from './complete-value.js';

/** The input of the `validate` callbacks of a write. */
export interface CallbackCheck {
  readonly data: JsonObject;
  readonly document: JsonObject | null;
  readonly operation: 'create' | 'update';
  readonly draft: boolean;
  readonly req: HookRequest;
}

/** Runs the `validate` callback of every field that the data gives a value. Returns their messages. */
export async function callbackIssues(
  fields: readonly FieldDescriptor[],
  { callbacks, check }: { readonly callbacks: CallbackMap; readonly check: CallbackCheck },
): Promise<readonly Issue[]> {
  // Callbacks get copies: changes to them do not reach stored data.
  const data = structuredClone(check.data);
  const context: ValidateArguments = {
    path: '',
    data: data as Record<string, unknown>,
    siblingData: data as Record<string, unknown>,
    document: check.document === null ? null : (structuredClone(check.document) as Record<string, unknown>),
    operation: check.operation,
    draft: check.draft,
    req: check.req,
  };
  const issues: Issue[] = [];
  await checkFields(fields, { data, prefix: '', walk: { callbacks, context, issues } });
  return issues;
}

interface Walk {
  readonly callbacks: CallbackMap;
  readonly context: ValidateArguments;
  readonly issues: Issue[];
}

async function checkFields(
  fields: readonly FieldDescriptor[],
  { data, prefix, walk }: { readonly data: JsonObject; readonly prefix: string; readonly walk: Walk },
): Promise<void> {
  for (const field of fields) {
    const value = ownValue(data, field.name);
    if (value !== undefined && !isEmpty(field, value))
      await checkField(field, { value, siblings: data, path: `${prefix}${field.name}`, walk });
  }
}

async function checkField(
  field: FieldDescriptor,
  {
    value,
    siblings,
    path,
    walk,
  }: { readonly value: JsonValue; readonly siblings: JsonObject; readonly path: string; readonly walk: Walk },
): Promise<void> {
  const validate = walk.callbacks.get(field)?.validate;
  if (validate !== undefined) {
    const context = { ...walk.context, path, siblingData: siblings as Record<string, unknown> };
    const answer = await called(path, () => validate(value, context));
    if (answer !== true) walk.issues.push(issueAt(path, messageOf(answer)));
  }
  if (field.type === 'group' && isJsonObject(value))
    await checkFields(field.fields, { data: value, prefix: `${path}.`, walk });
  if ((field.type === 'array' || field.type === 'blocks') && Array.isArray(value)) {
    for (const [position, row] of (value as readonly JsonValue[]).entries()) {
      if (isJsonObject(row))
        await checkFields(rowFields(field, row), { data: row, prefix: `${path}.${position}.`, walk });
    }
  }
}

async function called(path: string, validate: () => unknown): Promise<unknown> {
  try {
    return await validate();
  } catch (error) {
    if (isRefusal(error)) throw ofRefusal(error, path);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The validate callback of ${path} failed: ${reason}`, { cause: error });
  }
}

/**
 * Callbacks are typed to return `true` or a message; JavaScript may return anything else, which is no
 * approval.
 */
function messageOf(answer: unknown): ErrorText {
  return typeof answer === 'string' && answer !== '' ? userText(answer) : reason('value.invalid');
}
