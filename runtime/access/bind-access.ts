import type {
  AccessDescriptor,
  CollectionDescriptor,
  ContractDescriptor,
  DocumentDescriptor,
  GlobalDescriptor,
} from '../codegen/descriptors.js';
import { nameOf } from '../codegen/document-name.js';
import type { AccessArguments, AccessRule } from '../config/access-config.js';
import { collectionsOf } from '../config/collections-of.js';
import type { ServiceConfig } from '../config/service-config.js';
import type { DocumentOperation } from './scopes.js';

/** Who may do one thing with the documents of one collection or global. */
export type Rule =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'roles'; readonly roles: ReadonlySet<string> }
  | { readonly kind: 'callback'; readonly callback: AccessFunction }
  /** Rule for reading the built-in users if the config has none. */
  | { readonly kind: 'users' };

export type AccessFunction = (access: AccessArguments) => unknown;

/** The rules of a collection or global. */
export interface DocumentRules extends Readonly<Record<DocumentOperation, Rule>> {
  /** In messages: `posts`, `globals.site`. */
  readonly name: string;
}

/** The rules of every collection and global of a contract. */
export type AccessRules = ReadonlyMap<DocumentDescriptor, DocumentRules>;

/**
 * Combines the constant tables of a contract with the callbacks of its config, once at start.
 *
 * @throws Error where a rule is missing: documents without a rule must not be served.
 */
export function bindAccess(config: ServiceConfig, contract: ContractDescriptor): AccessRules {
  const given = collectionsOf(config);
  const collections = contract.collections.map((descriptor): [DocumentDescriptor, DocumentRules] => [
    descriptor,
    collectionRules(descriptor, givenRules(given, descriptor.slug)),
  ]);
  const globals = contract.globals.map((descriptor): [DocumentDescriptor, DocumentRules] => [
    descriptor,
    globalRules(descriptor, givenRules(config.globals, descriptor.slug)),
  ]);
  return new Map([...collections, ...globals]);
}

type GivenRules = Readonly<Partial<Record<DocumentOperation, AccessRule<AccessFunction>>>>;

function givenRules(
  documents: readonly { readonly slug: string; readonly access?: object }[] | undefined,
  slug: string,
): GivenRules {
  return documents?.find((one) => one.slug === slug)?.access ?? {};
}

function collectionRules(descriptor: CollectionDescriptor, given: GivenRules): DocumentRules {
  const { access, builtIn } = descriptor;
  const name = nameOf(descriptor);
  const rule = (operation: DocumentOperation): Rule =>
    bindRule(`${operation} of ${name}`, access?.[operation], given[operation]);
  const read: Rule = builtIn === 'users' && given.read === undefined ? { kind: 'users' } : rule('read');
  const purge = descriptor.trash === undefined ? nobody : rule('purge');
  return { name, read, create: rule('create'), update: rule('update'), delete: rule('delete'), purge };
}

const nobody: Rule = { kind: 'roles', roles: new Set() };

/** A global is neither created nor deleted. */
function globalRules(descriptor: GlobalDescriptor, given: GivenRules): DocumentRules {
  const { access } = descriptor;
  const name = nameOf(descriptor);
  return {
    name,
    read: bindRule(`read of ${name}`, access?.read, given.read),
    create: nobody,
    update: bindRule(`update of ${name}`, access?.update, given.update),
    delete: nobody,
    purge: nobody,
  };
}

function bindRule(
  name: string,
  described: AccessDescriptor | undefined,
  given: AccessRule<AccessFunction> | undefined,
): Rule {
  if (described === undefined) throw new Error(`The access rule ${name} is missing: run svc generate.`);
  if (described === 'anyone') return { kind: 'anyone' };
  if (described !== 'callback') return { kind: 'roles', roles: new Set(described) };
  if (typeof given !== 'function') {
    throw new Error(`The access rule ${name} is a callback, but the config has none: run svc generate.`);
  }
  return { kind: 'callback', callback: given };
}
