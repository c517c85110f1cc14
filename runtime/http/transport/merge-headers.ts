import type { ServerResponse } from 'node:http';

/**
 * Adds the headers of a response, names and values in turn, to those that it has already: of a middleware in
 * front of the service, or of a hook. Cookies of both are sent and `Vary` names what both depend on. Of every
 * other header the given value wins, since it belongs to this body.
 *
 * `writeHead` with a list would not do: on a response that has headers it sets one pair after the other, so
 * that of two cookies only the last remains.
 */
export function mergeHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (const { name, values } of byName(headers)) {
    const present = valuesOf(response.getHeader(name));
    switch (name.toLowerCase()) {
      case 'set-cookie':
        response.setHeader(name, [...present, ...values]);
        break;
      case 'vary':
        response.setHeader(name, joinedNames([...present, ...values]));
        break;
      default:
        // RFC 9110, section 5.3: several lines of one name are one list.
        response.setHeader(name, values.join(', '));
    }
  }
}

interface Header {
  readonly name: string;
  readonly values: string[];
}

function byName(headers: readonly string[]): Iterable<Header> {
  const found = new Map<string, Header>();
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const value = headers[at + 1] ?? '';
    const known = found.get(name.toLowerCase());
    if (known === undefined) found.set(name.toLowerCase(), { name, values: [value] });
    else known.values.push(value);
  }
  return found.values();
}

function valuesOf(header: ReturnType<ServerResponse['getHeader']>): readonly string[] {
  if (header === undefined) return [];
  return Array.isArray(header) ? header : [String(header)];
}

/** Joins names of header fields, each once, ignoring case. */
function joinedNames(lists: readonly string[]): string {
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim());
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].join(', ');
}
