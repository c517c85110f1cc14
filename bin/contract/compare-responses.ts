import { breaks, type Change, fits } from './change.js';
import { compareMaps } from './compare-maps.js';
import type { SchemaComparison } from './compare-schemas.js';
import { type JsonMap, mapOf, own } from './contract-document.js';
import type { Operation } from './operation.js';

/** Statuses, media types, headers and bodies of responses. */
export function compareResponses(
  from: Operation,
  to: Operation,
  schemas: SchemaComparison,
): readonly Change[] {
  return compareMaps(responsesOf(from), responsesOf(to), {
    removed: (status) =>
      isSuccess(status) ? breaks(placeOf(status), 'was removed') : fits(placeOf(status), 'no longer occurs'),
    changed: (status, response, other) => compareResponse({ status, response, other }, schemas),
    added: (status) =>
      isSuccess(status)
        ? breaks(placeOf(status), 'was added: a success with another status')
        : fits(placeOf(status), 'was added'),
  });
}

function placeOf(status: string): string {
  return `response ${status}`;
}

/** Clients have to expect any error; a new success is a case that they do not know. */
function isSuccess(status: string): boolean {
  return /^(?:2|default)/i.test(status);
}

function responsesOf({ document, operation }: Operation): ReadonlyMap<string, JsonMap> {
  const responses = Object.entries(mapOf(own(operation, 'responses')));
  return new Map(
    responses.map(([status, part]) => {
      const { value } = document.resolve(part);
      const headers = Object.entries(mapOf(own(value, 'headers'))).map(
        ([name, header]) => [name.toLowerCase(), document.resolve(header).value] as const,
      );
      return [status, { ...value, headers: Object.fromEntries(headers) }];
    }),
  );
}

interface ResponsePair {
  readonly status: string;
  readonly response: JsonMap;
  readonly other: JsonMap;
}

function compareResponse(
  { status, response, other }: ResponsePair,
  schemas: SchemaComparison,
): readonly Change[] {
  const place = placeOf(status);
  return [
    ...compareHeaders(place, partOf(response, 'headers'), partOf(other, 'headers')),
    ...compareMaps(partOf(response, 'content'), partOf(other, 'content'), {
      removed: (type) => breaks(place, `is no longer sent as ${type}`),
      changed: (_type, from, to) =>
        schemas.compare(own(from, 'schema') ?? {}, own(to, 'schema') ?? {}, { direction: 'output', place }),
      added: (type) => fits(place, `may also be ${type}`),
    }),
  ];
}

function partOf(response: JsonMap, name: 'headers' | 'content'): ReadonlyMap<string, JsonMap> {
  return new Map(Object.entries(mapOf(own(response, name))).map(([key, value]) => [key, mapOf(value)]));
}

function compareHeaders(
  place: string,
  from: ReadonlyMap<string, JsonMap>,
  to: ReadonlyMap<string, JsonMap>,
): readonly Change[] {
  return compareMaps(from, to, {
    removed: (name) => breaks(place, `no longer has the header ${name}`),
    changed: (name, header, other) =>
      own(header, 'required') === true && own(other, 'required') !== true
        ? [breaks(place, `may now lack the header ${name}`)]
        : [],
    added: (name) => fits(place, `has the new header ${name}`),
  });
}
