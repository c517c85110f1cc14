import type {
  ChangeArguments,
  ChangedHook,
  ChangeEvent,
  ChangingHook,
  HookArguments,
  HookEvent,
  HookOperation,
  WatchingHook,
} from '../../config/hook-config.js';
import type { HookRequest } from '../../config/hook-request.js';
import { userText } from '../../errors/reasons/reason.js';
import { isRefusal, type Refusal } from '../../errors/refusal.js';
import { badInput, issueAt, ServiceError } from '../../errors/service-error.js';
import { isJsonObject, type JsonObject } from '../../util/json.js';
import type { DocumentLog } from '../document-environment.js';
import { errorOfCall } from '../local/error-of-call.js';
import { type CallsConfig, localOf } from '../local/local-scope.js';

/** What hooks run for. */
export interface HookCall {
  /** `beforeChange of posts`, for messages. */
  readonly name: string;
  readonly data: JsonObject;
  readonly document: JsonObject | null;
  readonly operation: HookOperation;
  readonly event: HookEvent;
  /** A draft is written or read. */
  readonly draft?: boolean;
  /** The draft is saved while its editor types. */
  readonly autosave?: boolean;
  /** Its `req` and `scope` are made on first use, so they are not touched where there is no hook. */
  readonly context: CallsConfig & { readonly req: HookRequest };
}

/**
 * Runs hooks that may return changed data, each on the result of the previous one. Returns the last data, or
 * null when none changed it. Every hook gets copies: changes to its arguments do not reach stored data.
 *
 * @throws ServiceError BAD_USER_INPUT when a hook refuses; Error for any other throw.
 */
export async function runChangingHooks(
  hooks: readonly ChangingHook[],
  call: HookCall,
): Promise<JsonObject | null> {
  let changed: JsonObject | null = null;
  for (const hook of hooks) {
    const answer = await attempt(call.name, () =>
      hook(hookArguments({ ...call, data: changed ?? call.data })),
    );
    if (answer !== undefined && answer !== null) changed = asJson(answer, call.name);
  }
  return changed;
}

/** Runs hooks that can only refuse. */
export async function runRefusingHooks(hooks: readonly WatchingHook[], call: HookCall): Promise<void> {
  for (const hook of hooks) await attempt(call.name, () => hook(hookArguments(call)));
}

/** A write that was committed. */
export interface ChangeCall extends HookCall {
  readonly document: JsonObject;
  readonly event: ChangeEvent;
  /** The document before the write; null where there was none. */
  readonly previous: JsonObject | null;
}

/** Runs the hooks after a deletion: it is committed, so an error is only logged. */
export async function runAfterHooks(
  hooks: readonly WatchingHook[],
  { call, log }: { readonly call: HookCall; readonly log: DocumentLog },
): Promise<void> {
  for (const hook of hooks) await attemptAfter(() => hook(hookArguments(call)), { call, log });
}

/** Runs the hooks after a change, as {@link runAfterHooks}. */
export async function runChangedHooks(
  hooks: readonly ChangedHook[],
  { call, log }: { readonly call: ChangeCall; readonly log: DocumentLog },
): Promise<void> {
  for (const hook of hooks) await attemptAfter(() => hook(changeArguments(call)), { call, log });
}

async function attemptAfter(
  hook: () => unknown,
  { call, log }: { readonly call: HookCall; readonly log: DocumentLog },
): Promise<void> {
  try {
    await hook();
  } catch (error) {
    log.error({ err: error }, `The hook ${call.name} failed after the write was committed.`);
  }
}

function changeArguments(call: ChangeCall): ChangeArguments {
  const { data, document, operation, event, draft = false, autosave = false, context } = call;
  let previous: Record<string, unknown> | null | undefined;
  return {
    data: copy(data),
    document: copy(document),
    operation,
    event,
    draft,
    autosave,
    // Copied on first use: most hooks do without it.
    get previous() {
      if (previous === undefined) previous = call.previous === null ? null : copy(call.previous);
      return previous;
    },
    get req() {
      return context.req;
    },
    get local() {
      return localOf(context, callerOf(call));
    },
  };
}

/** `beforeChange of posts` → `posts.beforeChange` */
function callerOf({ name }: Pick<HookCall, 'name'>): string {
  return name.split(' of ').reverse().join('.');
}

function hookArguments({
  name,
  data,
  document,
  operation,
  event,
  draft = false,
  autosave = false,
  context,
}: HookCall): HookArguments {
  return {
    data: copy(data),
    document: document === null ? null : copy(document),
    operation,
    event,
    draft,
    autosave,
    // A getter, since creating the request costs more than most hooks, and few use it.
    get req() {
      return context.req;
    },
    get local() {
      return localOf(context, callerOf({ name }));
    },
  };
}

function copy(data: JsonObject): Record<string, unknown> {
  return structuredClone(data) as Record<string, unknown>;
}

/**
 * Runs hooks on a document before it is returned. As {@link runChangingHooks}, but such a hook cannot refuse:
 * anything that it throws is an error.
 */
export async function runReadHooks(
  hooks: readonly ChangingHook[],
  call: HookCall,
): Promise<JsonObject | null> {
  try {
    return await runChangingHooks(hooks, call);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new Error(`The hook ${call.name} threw an error where nothing can be refused: ${error.message}`, {
      cause: error,
    });
  }
}

async function attempt(name: string, hook: () => unknown): Promise<unknown> {
  try {
    return await hook();
  } catch (error) {
    if (isRefusal(error)) throw ofRefusal(error);
    const ofCall = errorOfCall(error);
    if (ofCall !== null) throw ofCall;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The hook ${name} failed: ${reason}`, { cause: error });
  }
}

/** A hook may return any value, such as dates: its JSON form counts. */
function asJson(answer: unknown, name: string): JsonObject {
  const text: string | undefined = attemptJson(answer, name);
  const data: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isJsonObject(data)) throw new Error(`The hook ${name} must return an object or nothing.`);
  return data;
}

function attemptJson(answer: unknown, name: string): string | undefined {
  try {
    return JSON.stringify(answer);
  } catch (error) {
    throw new Error(`The hook ${name} returned what JSON cannot hold.`, { cause: error });
  }
}

/**
 * The 400 of a refusal. A refusal without details concerns the field at `path`, if there is one.
 */
export function ofRefusal({ message, details }: Refusal, path?: string): ServiceError {
  const issues = details ?? (path === undefined ? undefined : [{ path, message }]);
  return badInput(
    userText(message),
    issues?.map((issue) => issueAt(issue.path, userText(issue.message))),
  );
}
