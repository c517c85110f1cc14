import { isData, merged, replaceAt } from './paths.js';
import type { Data, MockSchema } from './schema.js';
import type { Sequence } from './store.js';

interface Wanted {
  readonly name: string;
  readonly fields: object;
  readonly options: { readonly depth?: number | undefined; readonly draft?: boolean | undefined };
}

interface Source {
  readonly schema: MockSchema;
  readonly sequence: Sequence;
}

/** A whole document that is not stored. */
export function fixtureOf(source: Source, { name, fields, options }: Wanted): Data {
  const own = source.schema[name];
  if (!own) return {};
  const { depth = 0, draft = false } = options;
  const { blank, example, hasDrafts, relations = {}, joins = {} } = own;
  const time = source.sequence.time();
  const document: Data = {
    ...{
      id: name.startsWith('globals/') ? 'global' : source.sequence.id(),
      createdAt: time,
      updatedAt: time,
    },
    ...(hasDrafts && { _status: draft ? 'draft' : 'published' }),
    ...(hasDrafts && draft && { _pending: false }),
    _revision: 1,
    ...merged(merged(blank, example, blank), fields, blank),
  };
  if (depth <= 0) return document;
  const below = { depth: depth - 1, draft };
  for (const [path, targets] of Object.entries(relations)) {
    replaceAt(document, path.split('.'), (value) => populated(source, { targets, value, options: below }));
  }
  for (const path of Object.keys(joins)) {
    if (!(path in document)) document[path] = { docs: [], hasNextPage: false };
  }
  return document;
}

interface Related {
  readonly targets: readonly string[];
  readonly value: unknown;
  readonly options: Wanted['options'];
}

/** A document for each id; documents that are given stay. */
function populated(source: Source, { targets, value, options }: Related): unknown {
  const document = (name: string, id: unknown): Data => fixtureOf(source, { name, fields: { id }, options });
  if (Array.isArray(value)) return value.map((each) => populated(source, { targets, value: each, options }));
  if (typeof value === 'string') return document(targets[0] ?? '', value);
  if (!isData(value) || 'doc' in value || '_revision' in value) return value;
  const target = targets.find((each) => source.schema[each]?.path === value['collection']) ?? '';
  return { ...value, doc: document(target, value['id']) };
}
