import { breaks, type Change, fits } from './change.js';
import type { Operation } from './compare-contracts.js';
import type { SchemaComparison } from './compare-schemas.js';
import { type JsonMap, mapOf, own } from './contract-document.js';

/** Statuses, media types, headers and bodies of responses. */
export function compareResponses(
  from: Operation,
  to: Operation,
  schemas: SchemaComparison,
): readonly Change[] {
  const left = responsesOf(from);
  const right = responsesOf(to);
  return [
    ...[...left].flatMap(([status, response]) => {
      const other = right.get(status);
      if (other !== undefined) return compareResponse({ status, response, other }, schemas);
      const place = `response ${status}`;
      return [isSuccess(status) ? breaks(place, 'was removed') : fits(place, 'no longer occurs')];
    }),
    ...[...right.keys()].flatMap((status) => {
      if (left.has(status)) return [];
      const place = `response ${status}`;
      return [
        isSuccess(status)
          ? breaks(place, 'was added: a success with another status')
          : fits(place, 'was added'),
      ];
    }),
  ];
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
  const place = `response ${status}`;
  const from = mapOf(own(response, 'content'));
  const to = mapOf(own(other, 'content'));
  return [
    ...compareHeaders(place, mapOf(own(response, 'headers')), mapOf(own(other, 'headers'))),
    ...Object.entries(from).flatMap(([type, content]) =>
      Object.hasOwn(to, type)
        ? schemas.compare(own(mapOf(content), 'schema') ?? {}, own(mapOf(to[type]), 'schema') ?? {}, {
            direction: 'output',
            place,
          })
        : [breaks(place, `is no longer sent as ${type}`)],
    ),
    ...Object.keys(to).flatMap((type) =>
      Object.hasOwn(from, type) ? [] : [fits(place, `may also be ${type}`)],
    ),
  ];
}

function compareHeaders(place: string, from: JsonMap, to: JsonMap): readonly Change[] {
  const gone = Object.keys(from).filter((name) => !Object.hasOwn(to, name));
  const added = Object.keys(to).filter((name) => !Object.hasOwn(from, name));
  const weaker = Object.keys(from).filter(
    (name) =>
      own(mapOf(from[name]), 'required') === true &&
      Object.hasOwn(to, name) &&
      own(mapOf(to[name]), 'required') !== true,
  );
  return [
    ...gone.map((name) => breaks(place, `no longer has the header ${name}`)),
    ...weaker.map((name) => breaks(place, `may now lack the header ${name}`)),
    ...added.map((name) => fits(place, `has the new header ${name}`)),
  ];
}
