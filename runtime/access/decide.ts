/** The one place where access to documents is decided: docs/spec/contract.md#access. */
import type { DocumentDescriptor } from '../codegen/descriptors.js';
import type { AccessArguments } from '../config/access-config.js';
import { type Reason, reason } from '../errors/reasons/reason.js';
import { ServiceError } from '../errors/service-error.js';
import type { AccessFunction, Rule } from './bind-access.js';
import type { Requester } from './requester.js';
import type { DocumentOperation, ScopeGrants } from './scopes.js';

/** The decision without running a callback; `ask`: the rule is a callback, or depends on the document. */
export type Verdict = 'allowed' | 'denied' | 'ask';

/** A question: may this requester do that? */
export interface AccessQuestion {
  readonly document: DocumentDescriptor;
  readonly operation: DocumentOperation;
  readonly rule: Rule;
  readonly requester: Requester;
  /** Of an API key with scopes; null for all other requesters. */
  readonly grants: ScopeGrants | null;
}

/** Decides by scopes and role lists. Scopes replace every other rule, in both directions. */
export function decide({ document, operation, rule, requester, grants }: AccessQuestion): Verdict {
  if (grants !== null) return grants.covers(document, operation) ? 'allowed' : 'denied';
  switch (rule.kind) {
    case 'anyone':
      return 'allowed';
    case 'roles': {
      const role = requester.kind === 'anonymous' ? null : requester.role;
      return role !== null && rule.roles.has(role) ? 'allowed' : 'denied';
    }
    default:
      return 'ask';
  }
}

/** docs/spec/contract.md#callbacks: a callback that has not settled by then denies. */
export const callbackTimeout = 5_000;

/** Represents the result of a callback that exceeds the timeout. */
export const late: unique symbol = Symbol('late');

/**
 * Runs a callback of the config.
 *
 * @throws Error when the callback throws, whatever it throws: it must never allow, and never choose the
 * status of the response.
 */
export async function askCallback(
  name: string,
  {
    callback,
    access,
    timeout = callbackTimeout,
  }: { readonly callback: AccessFunction; readonly access: AccessArguments; readonly timeout?: number },
): Promise<unknown> {
  try {
    const answer = callback(access);
    return isThenable(answer) ? await inTime(answer, timeout) : answer;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The access callback ${name} failed: ${reason}`, { cause: error });
  }
}

function isThenable(answer: unknown): answer is PromiseLike<unknown> {
  return (
    typeof answer === 'object' && answer !== null && 'then' in answer && typeof answer.then === 'function'
  );
}

function inTime(answer: PromiseLike<unknown>, timeout: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), timeout);
    answer.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        // Rejecting a resolved promise does nothing, so a late error is not an unhandled rejection.
        reject(error);
      },
    );
  });
}

/** The 403 for an operation that scopes or a list of roles do not allow. */
export function denial(requester: Requester, operation: DocumentOperation, collection: string): ServiceError {
  return new ServiceError('FORBIDDEN', denialReason(requester, operation, collection));
}

/**
 * The 403 of a callback. It names the document and not the role: the same role may do the same with others.
 */
export function documentDenial(
  requester: Requester,
  operation: DocumentOperation,
  collection: string,
): ServiceError {
  if (requester.kind === 'anonymous') return denial(requester, operation, collection);
  return new ServiceError('FORBIDDEN', reason('access.documentDenied', { operation, collection }));
}

function denialReason(requester: Requester, operation: DocumentOperation, collection: string): Reason {
  if (requester.kind === 'anonymous') return reason('access.anonymousDenied', { operation, collection });
  const { role } = requester;
  return role === null
    ? reason('access.keyScopesDenied', { operation, collection })
    : reason('access.roleDenied', { operation, collection, role });
}
