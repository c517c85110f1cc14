/** Which queries a change concerns: those whose documents have others in them, or in their filters. */

/** Relations of a collection or global, by path: the names of the collections that they lead to. */
export interface Relations {
  readonly [path: string]: readonly string[];
}

/** What the emitted code knows of a collection or global. */
export interface DocumentRelations {
  /** Stored relations. */
  readonly relations?: Relations;
  /** Joins, and relations that are computed. */
  readonly joins?: Relations;
  /** Paths of relations whose documents are deleted together with what they refer to. */
  readonly cascades?: readonly string[];
  /** Whether each document has a file. */
  readonly hasFiles?: true;
}

/** Every collection by its name in the client, and every global as `globals/siteSettings`. */
export interface RelationGraph {
  readonly [name: string]: DocumentRelations;
}

/** A key: the service, the collection or global, the method, and its arguments. */
export type SvcQueryKey = readonly [service: string, name: string, method: string, ...parameters: unknown[]];

/** The parts of a query that lead to other documents. */
interface Reading {
  readonly depth?: unknown;
  readonly where?: unknown;
}

/**
 * The names whose documents change with a write to `name`: those that a deletion takes along or empties a
 * relation of, too.
 */
export function changedBy(graph: RelationGraph, name: string, method: string): ReadonlySet<string> {
  const changed = new Set([name]);
  const deletes = /^(delete|deleteMany|bulk)$/.test(method);
  const follow = (deleted: string): void => {
    for (const [other, { relations = {}, cascades = [] }] of Object.entries(graph)) {
      const paths = Object.keys(relations).filter((path) => relations[path]?.includes(deleted));
      if (paths.length === 0) continue;
      const isNew = !changed.has(other);
      changed.add(other);
      if (isNew && paths.some((path) => cascades.includes(path))) follow(other);
    }
  };
  if (deletes) follow(name);
  return changed;
}

/** Whether the result of a query may be another one after these documents have changed. */
export function isConcerned(
  graph: RelationGraph,
  [, name, , ...parameters]: SvcQueryKey,
  changed: ReadonlySet<string>,
): boolean {
  if (changed.has(name)) return true;
  // The user of the session is a document too.
  if (name === 'auth') return changed.has('users');
  const reached = new Set<string>();
  for (const parameter of parameters) {
    const { depth, where } = (parameter ?? {}) as Reading;
    if (typeof depth === 'number') populated(graph, { names: [name], depth, reached });
    filtered(graph, { name, where, reached });
  }
  return [...reached].some((each) => changed.has(each));
}

interface Populating {
  readonly names: readonly string[];
  readonly depth: number;
  readonly reached: Set<string>;
}

function populated(graph: RelationGraph, { names, depth, reached }: Populating): void {
  if (depth <= 0 || names.length === 0) return;
  const next = names.flatMap((name) => {
    const { relations, joins } = graph[name] ?? {};
    return Object.values({ ...relations, ...joins }).flat();
  });
  // At each level once: a shorter path may have come here with less depth left.
  const distinct = [...new Set(next)];
  for (const name of distinct) reached.add(name);
  populated(graph, { names: distinct, depth: depth - 1, reached });
}

interface Filtering {
  readonly name: string;
  readonly where: unknown;
  readonly reached: Set<string>;
}

function filtered(graph: RelationGraph, { name, where, reached }: Filtering): void {
  if (Array.isArray(where)) {
    for (const each of where) filtered(graph, { name, where: each, reached });
  } else if (typeof where === 'object' && where !== null) {
    for (const [path, condition] of Object.entries(where)) {
      if (path === 'AND' || path === 'OR') filtered(graph, { name, where: condition, reached });
      else follow(graph, { name, path, reached });
    }
  }
}

interface Following {
  readonly name: string;
  readonly path: string;
  readonly reached: Set<string>;
}

/** A path continues behind a relation in the documents that it leads to. */
function follow(graph: RelationGraph, { name, path, reached }: Following): void {
  for (const [relation, targets] of Object.entries(graph[name]?.relations ?? {})) {
    if (!path.startsWith(`${relation}.`)) continue;
    for (const target of targets) {
      reached.add(target);
      follow(graph, { name: target, path: path.slice(relation.length + 1), reached });
    }
  }
}
