import { createScopeLimits } from '../../access/scope-limits.js';
import { parseScopes } from '../../access/scopes.js';
import type { ContractDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { issueAt, ServiceError } from '../../errors/service-error.js';

/** Which scopes a role may give to a key: those that open no more than the role itself may do. */
export interface ScopeRights {
  /**
   * The scopes that a role could give now; others are left out, and so are those that mean nothing any more.
   */
  within(scopes: readonly string[], role: string): readonly string[];
  /** @throws ServiceError BAD_USER_INPUT for what is no scope, FORBIDDEN for one beyond the role's rights. */
  check(scopes: readonly string[], role: string): void;
}

/**
 * Max number of cached results, which each request needs: scopes and roles are few, but nothing limits them.
 */
const maxKept = 10_000;

export function createScopeRights(contract: ContractDescriptor): ScopeRights {
  const limits = createScopeLimits(contract);
  const kept = new Map<string, boolean>();

  function isWithin(text: string, role: string): boolean {
    const key = `${role} ${text}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const answer = limits([text], role).length > 0;
    if (kept.size >= maxKept) kept.clear();
    kept.set(key, answer);
    return answer;
  }

  return {
    within: (scopes, role) => scopes.filter((text) => isWithin(text, role)),
    check(scopes, role) {
      parseScopes(scopes, contract);
      const beyond = scopes.filter((text) => !isWithin(text, role));
      if (beyond.length === 0) return;
      throw new ServiceError('FORBIDDEN', reason('scope.beyondCreator', { role, scopes: beyond }), {
        details: beyond.map((scope) => issueAt('scopes', reason('scope.beyondOwnRights', { scope }))),
      });
    },
  };
}
