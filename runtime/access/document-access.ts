import type { CollectionDescriptor, ContractDescriptor, DocumentDescriptor } from '../codegen/descriptors.js';
import type { AccessArguments, AccessRequest } from '../config/access-config.js';
import type { HookRequest } from '../config/hook-request.js';
import type { ServiceConfig } from '../config/service-config.js';
import type { WhereNode } from '../query/plan.js';
import { createQueryScope, type QueryScope } from '../query/scope.js';
import { nothing, relatedCollections, seeing } from '../query/visible.js';
import type { JsonObject } from '../util/json.js';
import { type AccessFunction, type AccessRules, bindAccess, type DocumentRules } from './bind-access.js';
import { isConstraint, parseConstraint } from './constraint.js';
import { askCallback, callbackTimeout, decide, denial, documentDenial, type Verdict } from './decide.js';
import { createFieldRights, type FieldRights } from './field-rights.js';
import type { Requester } from './requester.js';
import { createRoles, type Roles } from './roles.js';
import { type DocumentOperation, grantsOf, type ScopeGrants } from './scopes.js';
import { usersReadDecision } from './users-read.js';

/** Which documents of a collection or global may be read. */
export interface ReadDecision {
  readonly allowed: boolean;
  /**
   * The condition that visible documents meet; null: none. Where reading is not allowed, no document meets
   * it.
   */
  readonly where: WhereNode | null;
}

/** What a callback of a write gets. */
export interface WriteSubject {
  readonly id?: string;
  /** The body on create and update, the stored document on delete. */
  readonly data?: JsonObject;
  /** The stored document on update and delete. */
  readonly document?: JsonObject;
}

/** The rights of a requester for the duration of a request: nothing is decided twice. */
export interface DocumentAccess {
  readonly requester: Requester;
  readonly fields: FieldRights;
  /** Whether drafts are seen whatever the role of the requester. Default false. */
  readonly seesAllDrafts?: boolean;
  /** `id` where one document is requested. */
  read(document: DocumentDescriptor, id?: string): ReadDecision | Promise<ReadDecision>;
  /** The decision of scopes and role lists on a write; `ask` where only `admit` can tell. */
  verdict(document: DocumentDescriptor, operation: DocumentOperation): Verdict;
  /**
   * Allows or refuses a write. A callback runs once for each revision of a document.
   *
   * @throws ServiceError FORBIDDEN; Error when the callback fails.
   */
  admit(document: DocumentDescriptor, operation: DocumentOperation, subject: WriteSubject): Promise<void>;
  /** A filter of the requester: related documents that they may not read count as absent. */
  seeing(where: WhereNode): Promise<WhereNode>;
}

/** Decides for all requests of a service. */
export interface AccessControl {
  /** `req` is made on first use, and carries `user` and `apiKey`. */
  forRequest(requester: Requester, req: () => HookRequest): DocumentAccess;
}

export interface AccessControlOptions {
  readonly contract: ContractDescriptor;
  /** The config that the contract was derived from: its callbacks are bound by slug. */
  readonly config: ServiceConfig;
  /** Milliseconds that a callback may take. Default 5000. */
  readonly timeout?: number;
}

/** Null for a contract without `auth`: then everything is open. */
export function createAccessControl(options: AccessControlOptions): AccessControl | null {
  const { contract, config, timeout = callbackTimeout } = options;
  if (contract.auth === undefined) return null;
  const service: Decider = {
    rules: bindAccess(config, contract),
    scope: createQueryScope(contract),
    roles: createRoles(contract.auth.roles),
    rightsOf: createRightsByRequester(contract),
    timeout,
  };
  return { forRequest: (requester, req) => new RequestAccess(service, requester, req) };
}

/** What all requests share. */
interface Decider {
  readonly rules: AccessRules;
  readonly scope: QueryScope;
  readonly roles: Roles;
  readonly rightsOf: (requester: Requester, grants: ScopeGrants | null) => FieldRights;
  readonly timeout: number;
}

/** Sets of scopes whose field rights are kept. Roles are few. */
const maxRights = 500;

function createRightsByRequester(contract: ContractDescriptor): Decider['rightsOf'] {
  const known = new Map<string, FieldRights>();

  return function rightsOf(requester, grants) {
    const role = requester.kind === 'anonymous' ? null : requester.role;
    const scopes = requester.kind === 'apiKey' ? requester.scopes : null;
    const key = scopes === null ? `role ${role ?? ''}` : `scopes ${JSON.stringify([...scopes].sort())}`;
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const rights = createFieldRights(contract, (document, field, operation) => {
      if (grants !== null) return grants.coversField(document, field, operation);
      return role !== null && field.access?.[operation]?.includes(role) === true;
    });
    if (known.size >= maxRights) known.clear();
    known.set(key, rights);
    return rights;
  };
}

const everything: ReadDecision = Object.freeze({ allowed: true, where: null });
const nothingAtAll: ReadDecision = Object.freeze({ allowed: false, where: nothing });

class RequestAccess implements DocumentAccess {
  readonly requester: Requester;
  readonly fields: FieldRights;
  readonly #service: Decider;
  readonly #grants: ScopeGrants | null;
  readonly #req: () => HookRequest;
  readonly #reads: Map<string, ReadDecision | Promise<ReadDecision>> = new Map();
  readonly #writes: Map<string, Promise<void>> = new Map();

  constructor(service: Decider, requester: Requester, req: () => HookRequest) {
    this.#service = service;
    this.requester = requester;
    this.#req = req;
    const scopes = requester.kind === 'apiKey' ? requester.scopes : null;
    this.#grants = scopes === null ? null : grantsOf(scopes);
    this.fields = service.rightsOf(requester, this.#grants);
  }

  read(document: DocumentDescriptor, id?: string): ReadDecision | Promise<ReadDecision> {
    const verdict = this.verdict(document, 'read');
    if (verdict !== 'ask') return verdict === 'allowed' ? everything : nothingAtAll;
    const key = `${this.#rulesOf(document).name} ${id ?? ''}`;
    const known = this.#reads.get(key);
    if (known !== undefined) return known;
    const decision = this.#decideRead(document, id);
    this.#reads.set(key, decision);
    return decision;
  }

  verdict(document: DocumentDescriptor, operation: DocumentOperation): Verdict {
    const rule = this.#rulesOf(document)[operation];
    return decide({ document, operation, rule, requester: this.requester, grants: this.#grants });
  }

  async admit(
    document: DocumentDescriptor,
    operation: DocumentOperation,
    subject: WriteSubject,
  ): Promise<void> {
    const verdict = this.verdict(document, operation);
    const { name } = this.#rulesOf(document);
    if (verdict === 'denied') throw denial(this.requester, operation, name);
    if (verdict === 'allowed') return;
    const revision = subject.document?.['_revision'] ?? '';
    const key = `${operation} ${name} ${subject.id ?? ''} ${String(revision)}`;
    const requested = this.#writes.get(key) ?? this.#askForWrite(document, operation, subject);
    this.#writes.set(key, requested);
    await requested;
  }

  async seeing(where: WhereNode): Promise<WhereNode> {
    const visible = new Map<CollectionDescriptor, WhereNode>();
    for (const collection of relatedCollections(where)) {
      const decided = this.read(collection);
      const decision = decided instanceof Promise ? await decided : decided;
      if (decision.where !== null) visible.set(collection, decision.where);
    }
    return visible.size === 0 ? where : seeing(where, visible);
  }

  #decideRead(document: DocumentDescriptor, id: string | undefined): ReadDecision | Promise<ReadDecision> {
    const rules = this.#rulesOf(document);
    if (rules.read.kind !== 'callback') return this.#decideUsers(document);
    return this.#askForRead(document, { rules, callback: rules.read.callback, id });
  }

  #decideUsers(document: DocumentDescriptor): ReadDecision {
    const decision = usersReadDecision(this.requester, this.#service.roles);
    if (decision === 'all') return everything;
    if (decision === 'none') return nothingAtAll;
    return { allowed: true, where: parseConstraint(document, decision.where, this.#service.scope) };
  }

  async #askForRead(
    document: DocumentDescriptor,
    {
      rules,
      callback,
      id,
    }: { readonly rules: DocumentRules; readonly callback: AccessFunction; readonly id: string | undefined },
  ): Promise<ReadDecision> {
    const name = `read of ${rules.name}`;
    const subject = id === undefined ? {} : { id };
    const answer = await askCallback(name, {
      callback,
      access: this.#arguments(subject),
      timeout: this.#service.timeout,
    });
    if (answer === true) return everything;
    if (!isConstraint(answer)) return nothingAtAll;
    try {
      return { allowed: true, where: parseConstraint(document, answer, this.#service.scope) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The access callback ${name} returned an invalid filter: ${reason}`, {
        cause: error,
      });
    }
  }

  async #askForWrite(
    document: DocumentDescriptor,
    operation: DocumentOperation,
    subject: WriteSubject,
  ): Promise<void> {
    const { name, [operation]: rule } = this.#rulesOf(document);
    const { timeout } = this.#service;
    const answer =
      rule.kind === 'callback'
        ? await askCallback(`${operation} of ${name}`, {
            callback: rule.callback,
            access: this.#arguments(subject),
            timeout,
          })
        : false;
    if (answer !== true) throw documentDenial(this.requester, operation, name);
  }

  /** Callbacks get copies: their changes do not affect decisions or stored data. */
  #arguments({ id, data, document }: WriteSubject): AccessArguments {
    const req = this.#req;
    return {
      // A getter, since creating the request costs more than most callbacks, and not all of them use it.
      get req() {
        return req() as AccessRequest;
      },
      ...(id === undefined ? {} : { id }),
      ...(data === undefined ? {} : { data: copy(data) }),
      ...(document === undefined ? {} : { document: copy(document) }),
    };
  }

  /** By identity: rules of another contract do not apply to documents of this one. */
  #rulesOf(document: DocumentDescriptor): DocumentRules {
    const rules = this.#service.rules.get(document);
    if (rules !== undefined) return rules;
    throw new Error(`There are no access rules for ${document.kind} ${document.slug}.`);
  }
}

function copy(data: JsonObject): Record<string, unknown> {
  return structuredClone(data) as Record<string, unknown>;
}
