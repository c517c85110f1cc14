/** What API keys with scopes may do: docs/spec/contract.md#scopes and docs/spec/auth.md#scopes. */
import type {
  ContractDescriptor,
  DocumentDescriptor,
  FieldDescriptor,
  RouteDescriptor,
} from '../codegen/descriptors.js';
import { nameOf } from '../codegen/document-name.js';
import {
  collectionOperations,
  type DocumentOperation,
  globalOperations,
  trashOperations,
} from '../config/document-operations.js';
import { isReason, type Reason, reason } from '../errors/reasons/reason.js';
import { badInput, type Issue, issueAt } from '../errors/service-error.js';
import { echo } from '../fields/input-issue.js';
import { nearTo } from '../util/near-miss.js';

export type { DocumentOperation };

/** What can be done with a field that has an access list. */
export type FieldOperation = 'read' | 'update';

const fieldOperations: readonly FieldOperation[] = ['read', 'update'];

/** What follows it in a scope is the id of a route of the config: `routes:subscribe`. */
const routesTarget = 'routes';

/** docs/spec/auth.md#scopes: short for `*:*`. */
const everythingScope = '*';

/** What the scopes of a key open. They replace role lists and callbacks. */
export interface ScopeGrants {
  covers(document: DocumentDescriptor, operation: DocumentOperation): boolean;
  coversField(document: DocumentDescriptor, field: FieldDescriptor, operation: FieldOperation): boolean;
  /** `*` alone covers no route. */
  coversRoute(id: string): boolean;
}

/** A scope that names what the config no longer has opens nothing. */
export function grantsOf(scopes: readonly string[]): ScopeGrants {
  const given = new Set(scopes.map((scope) => (scope === everythingScope ? '*:*' : scope)));
  return {
    covers(document, operation) {
      // `*` covers the collections and globals of the config, never the users (docs/spec/auth.md#scopes).
      if (isUsers(document)) return false;
      const name = nameOf(document);
      return [`${name}:${operation}`, `${name}:*`, `*:${operation}`, '*:*'].some((scope) => given.has(scope));
    },
    coversField(document, field, operation) {
      const name = `${nameOf(document)}.${field.path}`;
      return given.has(`${name}:${operation}`) || given.has(`${name}:*`);
    },
    coversRoute: (id) => given.has(`${routesTarget}:${id}`) || given.has(`${routesTarget}:*`),
  };
}

/** A checked scope. */
export interface Scope {
  readonly text: string;
  /** The collection or global that it names; null for `*`. */
  readonly document: DocumentDescriptor | null;
  /** The fields at the path that it names (in blocks there may be several); null for documents as a whole. */
  readonly fields: readonly FieldDescriptor[] | null;
  readonly operations: readonly DocumentOperation[];
  /** The routes of the config that it opens; null for a scope of documents. */
  readonly routes: readonly RouteDescriptor[] | null;
}

/** A scope of documents before its operations are known. */
type ScopeOfDocuments = Pick<Scope, 'text' | 'document' | 'fields'>;

/**
 * Checks the scopes of an API key.
 *
 * @throws ServiceError BAD_USER_INPUT that lists every scope that is unknown in this service.
 */
export function parseScopes(scopes: readonly string[], contract: ContractDescriptor): readonly Scope[] {
  const issues: Issue[] = [];
  const parsed = scopes.flatMap((text, position) => {
    const scope = parseScope(text, contract);
    if (!isReason(scope)) return [scope];
    issues.push(issueAt(`scopes.${position}`, scope));
    return [];
  });
  if (issues.length > 0) throw badInput(reason('issues.first'), issues);
  return parsed;
}

/** A scope, or what is wrong with it. */
function parseScope(text: string, contract: ContractDescriptor): Scope | Reason {
  if (text === everythingScope) return withOperations({ text, document: null, fields: null }, '*');
  const [, target = '', operation = ''] = /^([^:]{1,500}):([^:]{1,60})$/.exec(text) ?? [];
  const scope = echo(text);
  if (target === '') return reason('scope.malformed', { scope });
  if (target === '*') return withOperations({ text, document: null, fields: null }, operation);
  // A config with routes has no collection of this name.
  if (target === routesTarget && contract.routes !== undefined)
    return routeScope(text, operation, contract.routes);
  const [first = '', ...rest] = target.split('.', 64);
  const isGlobal = first === 'globals';
  const slug = isGlobal ? (rest.shift() ?? '') : first;
  const documents: readonly DocumentDescriptor[] = isGlobal ? contract.globals : contract.collections;
  const document = documents.find((one) => one.slug === slug && !isUsers(one));
  if (document === undefined) {
    const known = documents.filter((one) => !isUsers(one)).map((one) => one.slug);
    return reason(isGlobal ? 'scope.unknownGlobal' : 'scope.unknownCollection', {
      scope,
      ...nearTo(slug, known),
    });
  }
  if (rest.length === 0) return withOperations({ text, document, fields: null }, operation);
  const path = rest.join('.');
  const fields = fieldsAt(document.fields, path);
  if (fields.length === 0) return reason('scope.unknownField', { scope, collection: nameOf(document) });
  return withOperations({ text, document, fields }, operation);
}

function routeScope(text: string, id: string, routes: readonly RouteDescriptor[]): Scope | Reason {
  const opened = id === '*' ? routes : routes.filter((route) => route.id === id);
  if (opened.length > 0) return { text, document: null, fields: null, operations: [], routes: opened };
  const known = routes.map((route) => route.id);
  return reason('scope.unknownRoute', { scope: echo(text), ...nearTo(id, known) });
}

function withOperations(given: ScopeOfDocuments, operation: string): Scope | Reason {
  const scope = { ...given, routes: null };
  const fitting = scope.fields === null ? operationsOf(scope.document) : fieldOperations;
  if (operation === '*') return { ...scope, operations: fitting };
  const known = fitting.find((one) => one === operation);
  if (known !== undefined) return { ...scope, operations: [known] };
  return reason('scope.unknownOperation', {
    scope: echo(scope.text),
    operation: echo(operation),
    known: fitting,
  });
}

/** `*:purge` opens the trash of every collection that has one. */
function operationsOf(document: DocumentDescriptor | null): readonly DocumentOperation[] {
  if (document?.kind === 'global') return globalOperations;
  return document === null || document.trash !== undefined ? trashOperations : collectionOperations;
}

function fieldsAt(fields: readonly FieldDescriptor[], path: string): readonly FieldDescriptor[] {
  return fields.flatMap((field) => {
    if (field.path === path) return [field];
    if (field.type === 'group' || field.type === 'array') return fieldsAt(field.fields, path);
    return field.type === 'blocks' ? field.blocks.flatMap((block) => fieldsAt(block.fields, path)) : [];
  });
}

function isUsers(document: DocumentDescriptor): boolean {
  return document.kind === 'collection' && document.builtIn === 'users';
}
