import type { ComponentsObject, OpenAPIObject } from 'openapi3-ts/oas31';

const prefix = '#/components/';

/**
 * Leaves out the schemas, parameters, headers and responses to which nothing leads from the paths: partly
 * because an operation is not in the document, partly because a form of a document occurs nowhere.
 */
export function withUsedComponents(document: OpenAPIObject): OpenAPIObject {
  const { components = {}, ...rest } = document;
  const used = new Set<string>();
  const queue: unknown[] = [rest];
  for (const part of queue) {
    for (const pointer of referencesIn(part)) {
      if (used.has(pointer)) continue;
      used.add(pointer);
      queue.push(componentAt(components, pointer));
    }
  }
  const kinds = Object.entries(components).map(([kind, parts]: readonly [string, object]) => [
    kind,
    kind === 'securitySchemes'
      ? parts
      : Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(`${prefix}${kind}/${name}`))),
  ]);
  return { ...rest, components: Object.fromEntries(kinds) as ComponentsObject };
}

function componentAt(components: ComponentsObject, pointer: string): unknown {
  const [kind = '', name = ''] = pointer.slice(prefix.length).split('/');
  return (components as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[kind]?.[name];
}

/** Every text that is a pointer to a component: a `$ref`, or a value of a discriminator. */
function referencesIn(part: unknown): readonly string[] {
  const found: string[] = [];
  const parts: unknown[] = [part];
  for (const one of parts) {
    if (typeof one === 'string' && one.startsWith(prefix)) found.push(one);
    else if (typeof one === 'object' && one !== null) parts.push(...Object.values(one));
  }
  return found;
}
