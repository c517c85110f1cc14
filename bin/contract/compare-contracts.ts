/** Compares two OpenAPI documents, operation by operation. */

import { breaks, type Change, type ContractChange, fits } from './change.js';
import { compareParameters } from './compare-parameters.js';
import { compareResponses } from './compare-responses.js';
import { createSchemaComparison, type SchemaComparison } from './compare-schemas.js';
import { compareSecurity } from './compare-security.js';
import { type ContractDocument, isMap, type JsonMap, mapOf, own } from './contract-document.js';
import { isInOperation } from './group-causes.js';
import type { Operation } from './operation.js';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** Every difference that a client can notice, each once, breaking ones first. */
export function compareContracts(
  before: ContractDocument,
  after: ContractDocument,
): readonly ContractChange[] {
  const from = operationsOf(before);
  const to = operationsOf(after);
  const schemas = createSchemaComparison(before, after);
  const found: (readonly [title: string, changes: readonly Change[]])[] = [];
  for (const [key, operation] of from) {
    const other = to.get(key);
    found.push([
      operation.title,
      other === undefined
        ? [{ ...breaks('', 'was removed'), isOfOperation: true }]
        : compareOperation(operation, other, schemas),
    ]);
  }
  for (const [key, { title }] of to)
    if (!from.has(key)) found.push([title, [{ ...fits('', 'was added'), isOfOperation: true }]]);
  return grouped(found);
}

/** Operations by method and path; the names of parameters in a path do not matter. */
function operationsOf(document: ContractDocument): ReadonlyMap<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const [path, part] of Object.entries(mapOf(own(document.root, 'paths')))) {
    const { value: item } = document.resolve(part);
    for (const method of methods) {
      const operation = own(item, method);
      if (!isMap(operation)) continue;
      const title = `${method.toUpperCase()} ${path}`;
      operations.set(`${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`, {
        document,
        title,
        path,
        item,
        operation,
      });
    }
  }
  return operations;
}

function compareOperation(from: Operation, to: Operation, schemas: SchemaComparison): readonly Change[] {
  return [
    ...compareSecurity(from, to),
    ...compareParameters(from, to, schemas),
    ...compareBodies(from, to, schemas),
    ...compareResponses(from, to, schemas),
  ];
}

function compareBodies(from: Operation, to: Operation, schemas: SchemaComparison): readonly Change[] {
  const left = bodyOf(from);
  const right = bodyOf(to);
  if (left === null && right === null) return [];
  if (left === null) {
    return [
      mapOf(right)['required'] === true ? breaks('body', 'is now required') : fits('body', 'is now accepted'),
    ];
  }
  if (right === null) return [breaks('body', 'is no longer accepted')];
  const presence =
    own(left, 'required') !== true && own(right, 'required') === true
      ? [breaks('body', 'is now required')]
      : [];
  const types = mapOf(own(left, 'content'));
  const others = mapOf(own(right, 'content'));
  return [
    ...presence,
    ...Object.keys(others).flatMap((type) =>
      Object.hasOwn(types, type) ? [] : [fits('body', `is also accepted as ${type}`)],
    ),
    ...Object.entries(types).flatMap(([type, content]) =>
      Object.hasOwn(others, type)
        ? schemas.compare(own(mapOf(content), 'schema') ?? {}, own(mapOf(others[type]), 'schema') ?? {}, {
            direction: 'input',
            place: 'body',
          })
        : [breaks('body', `is no longer accepted as ${type}`)],
    ),
  ];
}

function bodyOf({ document, operation }: Operation): JsonMap | null {
  const body = own(operation, 'requestBody');
  return body === undefined ? null : document.resolve(body).value;
}

/** Reports a change of a component once, with all operations that use the component. */
function grouped(found: readonly (readonly [string, readonly Change[]])[]): readonly ContractChange[] {
  const byChange = new Map<string, { readonly change: Change; readonly operations: Set<string> }>();
  for (const [title, changes] of found) {
    for (const change of changes) {
      const { breaking, place, message } = change;
      // Without a component the place alone does not say where it is.
      const key = JSON.stringify([breaking, place, message, isInOperation(place) ? title : '']);
      const known = byChange.get(key) ?? { change, operations: new Set<string>() };
      known.operations.add(title);
      byChange.set(key, known);
    }
  }
  const all = [...byChange.values()].map(({ change, operations }) => ({
    ...change,
    operations: [...operations],
  }));
  return [...all.filter(({ breaking }) => breaking), ...all.filter(({ breaking }) => !breaking)];
}
