import { breaks, type Change, fits } from './change.js';
import { compareMaps } from './compare-maps.js';
import type { SchemaComparison } from './compare-schemas.js';
import { type JsonMap, listOf, mapOf, own } from './contract-document.js';
import type { Operation } from './operation.js';

interface Parameter {
  /** `query limit` */
  readonly place: string;
  readonly kind: string;
  readonly value: JsonMap;
  readonly schema: unknown;
}

/** Parameters of the query, of headers, of cookies and of the path. */
export function compareParameters(
  from: Operation,
  to: Operation,
  schemas: SchemaComparison,
): readonly Change[] {
  const left = parametersOf(from);
  const right = parametersOf(to);
  const added = [...right].filter(([key]) => !left.has(key)).map(([, parameter]) => parameter);
  return compareMaps(left, right, {
    removed(_key, parameter) {
      const renamed = added.find((candidate) => isSame(parameter, candidate));
      return breaks(
        parameter.place,
        renamed === undefined ? 'was removed' : `was renamed to ${nameOf(renamed)}`,
      );
    },
    changed: (_key, parameter, other) => compareParameter(parameter, other, schemas),
    added: (_key, parameter) =>
      isRequired(parameter)
        ? breaks(parameter.place, 'was added and is required')
        : fits(parameter.place, 'was added and is optional'),
  });
}

function compareParameter(from: Parameter, to: Parameter, schemas: SchemaComparison): readonly Change[] {
  const { place } = from;
  const style = (['style', 'explode'] as const).flatMap((keyword) =>
    own(from.value, keyword) === own(to.value, keyword)
      ? []
      : [breaks(place, `is written in another way: ${keyword} changed`)],
  );
  const presence =
    isRequired(from) === isRequired(to)
      ? []
      : [isRequired(to) ? breaks(place, 'is now required') : fits(place, 'is no longer required')];
  return [...presence, ...style, ...schemas.compare(from.schema, to.schema, { direction: 'input', place })];
}

/** By kind and name; those of the path by their position, since their names are not sent. */
function parametersOf({ document, item, operation, path }: Operation): ReadonlyMap<string, Parameter> {
  const found = new Map<string, Parameter>();
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  for (const part of [...listOf(own(item, 'parameters')), ...listOf(own(operation, 'parameters'))]) {
    const { value } = document.resolve(part);
    const kind = String(own(value, 'in'));
    const name = String(own(value, 'name'));
    const key = kind === 'path' ? names.indexOf(name) : kind === 'header' ? name.toLowerCase() : name;
    const [content] = Object.values(mapOf(own(value, 'content')));
    const schema = own(value, 'schema') ?? own(mapOf(content), 'schema') ?? {};
    found.set(JSON.stringify([kind, key]), { place: `${kind} ${name}`, kind, value, schema });
  }
  return found;
}

function isRequired({ value }: Parameter): boolean {
  return own(value, 'required') === true;
}

function isSame(one: Parameter, other: Parameter): boolean {
  return one.kind === other.kind && JSON.stringify(one.schema) === JSON.stringify(other.schema);
}

function nameOf({ value }: Parameter): string {
  return String(own(value, 'name'));
}
