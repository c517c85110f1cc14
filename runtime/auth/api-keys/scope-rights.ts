import { type DocumentOperation, parseScopes, type Scope } from '../../access/scopes.js';
import type { AccessDescriptor, ContractDescriptor, DocumentDescriptor } from '../../codegen/descriptors.js';
import { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';

/** Which scopes a role may give to a key: those that open no more than the role itself may do. */
export interface ScopeRights {
  /** The scopes that a role could give now; others are left out, and so are those that mean nothing any more. */
  within(scopes: readonly string[], role: string): readonly string[];
  /** @throws ServiceError BAD_USER_INPUT for what is no scope, FORBIDDEN for one beyond the role's rights. */
  check(scopes: readonly string[], role: string): void;
}

/** Answers that are kept: scopes of keys and roles are few, but nothing bounds them. */
const mostKept = 10_000;

export function createScopeRights(contract: ContractDescriptor): ScopeRights {
  const kept = new Map<string, boolean>();

  function isWithin(text: string, role: string): boolean {
    const key = `${role} ${text}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const scope = readScope(text, contract);
    const answer = scope !== null && mayGive(scope, role, contract);
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, answer);
    return answer;
  }

  return {
    within: (scopes, role) => scopes.filter((text) => isWithin(text, role)),
    check(scopes, role) {
      parseScopes(scopes, contract);
      const beyond = scopes.filter((text) => !isWithin(text, role));
      if (beyond.length === 0) return;
      throw new ServiceError(
        'FORBIDDEN',
        `A key may not do more than whoever makes it: the role ${role} cannot give ${beyond.join(', ')}.`,
        {
          details: beyond.map((path) => ({ path: 'scopes', message: `${path} is beyond your own rights.` })),
        },
      );
    },
  };
}

/** Null for what the config no longer knows. */
function readScope(text: string, contract: ContractDescriptor): Scope | null {
  try {
    return parseScopes([text], contract)[0] ?? null;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return null;
  }
}

/** contract.md, section 7: a super_admin may grant anything. */
function mayGive(scope: Scope, role: string, contract: ContractDescriptor): boolean {
  if (role === 'super_admin') return true;
  const { document, fields, operations } = scope;
  if (fields !== null) {
    return fields.every(({ access }) =>
      operations.every((operation) => {
        const list = operation === 'read' ? access?.read : access?.update;
        return list === undefined || list.includes(role);
      }),
    );
  }
  const documents = document === null ? configured(contract) : [document];
  return documents.every((one) => operations.every((operation) => mayDo(one, operation, role)));
}

/** What `*` covers: never the users (auth.md, section 7). */
function configured({ collections, globals }: ContractDescriptor): readonly DocumentDescriptor[] {
  return [...collections.filter(({ builtIn }) => builtIn !== 'users'), ...globals];
}

function mayDo(document: DocumentDescriptor, operation: DocumentOperation, role: string): boolean {
  const rule = ruleOf(document, operation);
  if (rule === undefined || rule === 'anyone') return true;
  // A callback judges one request; nobody can say that it lets everything pass, and a scope would.
  return rule !== 'callback' && rule.includes(role);
}

function ruleOf(document: DocumentDescriptor, operation: DocumentOperation): AccessDescriptor | undefined {
  if (document.kind === 'collection') return document.access?.[operation];
  // A global is neither created nor deleted.
  return operation === 'read' || operation === 'update' ? document.access?.[operation] : undefined;
}
