/** Groups and rows of a mock schema that are the same in several places: each is printed once. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../runtime/util/json.js';
import { type Code, identifier, json, object } from '../../print/code.js';
import { pascalCase, takeFreeName } from '../../print/identifier.js';

export interface SharedBlanks {
  /** The constants, each after those that it uses. */
  readonly constants: readonly { readonly name: string; readonly value: Code }[];
  /** Prints the schema of a collection or global with the names of the constants. */
  print(schema: JsonObject): Code;
}

/** Shorter ones cost less than their name. */
const minLength = 40;

/** Finds what several places of the schemas share. */
export function sharedBlanks(schemas: readonly JsonObject[]): SharedBlanks {
  const found = new Map<string, Found>();
  for (const { blank, rows } of schemas) {
    if (isJsonObject(blank)) searchIn(blank, found);
    if (isJsonObject(rows)) searchIn(rows, found);
  }
  const taken = new Set<string>();
  const names = new Map<string, string>();
  const constants = [...found].flatMap(([text, { path, value, places }]) => {
    if (places < 2 || text.length < minLength) return [];
    // Its parts are in front of it, so they have their names.
    const printed = inner(value);
    const name = takeFreeName(`blank${pascalCase(path.split('.').at(-1) ?? '')}`, taken);
    names.set(text, name);
    return [{ name, value: printed }];
  });

  function inner(value: JsonObject): Code {
    return object(Object.entries(value).map(([key, item]) => [key, outer(item)] as const));
  }

  function outer(value: JsonValue): Code {
    if (!isJsonObject(value)) return json(value);
    const name = names.get(JSON.stringify(value));
    return name === undefined ? inner(value) : identifier(name);
  }

  const print = (schema: JsonObject): Code =>
    object(
      Object.entries(schema).map(([key, value]) => {
        const isSearched = (key === 'blank' || key === 'rows') && isJsonObject(value);
        return [key, isSearched ? inner(value) : json(value)] as const;
      }),
    );
  return { constants, print };
}

interface Found {
  readonly path: string;
  readonly value: JsonObject;
  places: number;
}

/** Adds the objects inside of one, the inner ones first. What is in one of them counts once. */
function searchIn(value: JsonObject, found: Map<string, Found>): void {
  for (const [path, item] of Object.entries(value)) {
    if (!isJsonObject(item)) continue;
    const text = JSON.stringify(item);
    const known = found.get(text);
    if (known) {
      known.places += 1;
      continue;
    }
    searchIn(item, found);
    found.set(text, { path, value: item, places: 1 });
  }
}
