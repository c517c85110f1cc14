import { isUtf8 } from 'node:buffer';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, issueAt, ServiceError } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import { nestsDeeper, valueNestsDeeper } from '../../util/json-depth.js';
import { countKeys, hasRepeatedKey, repeatedKey } from '../../util/json-keys.js';
import type { Exchange } from '../transport/exchange.js';

/** How large a body may be. */
export interface BodyLimits {
  readonly bytes: number;
  /** Max nesting depth; the body itself is level 1. */
  readonly depth: number;
  /**
   * Whether the size may be larger than `limits.bodyBytes`: bodies of many operations have their own limit.
   */
  readonly isApart?: boolean;
}

/** docs/spec/contract.md#input: bodies nest at most 64 levels. */
export const documentDepth = 64;

/**
 * Max keys of one object of a body (docs/spec/contract.md#input). V8 keeps an object of more keys as a
 * dictionary: with 95,000 unknown keys, all that 1 MiB holds, a body took up to a second to parse and check.
 */
const maxKeys = 10_000;

/** What a body is read from. */
export type BodySource = Pick<Exchange, 'mayHaveBody' | 'header' | 'parsedBody' | 'readBody'>;

/** Reads a JSON body: media type, encoding, size, depth and syntax are checked, in this order. */
export async function readJsonBody(exchange: BodySource, limits: BodyLimits): Promise<unknown> {
  if (!exchange.mayHaveBody) throw noBody();
  checkMediaType(exchange.header('content-type'));
  const parsed = exchange.parsedBody;
  if (parsed) return takeParsed(parsed.value, limits.depth);
  checkEncoding(exchange.header('content-encoding'));
  return parseJson(await exchange.readBody(limits.bytes), limits.depth);
}

/**
 * The same where the body is optional: an empty object if there is none. A body without a length is read
 * before its media type is checked, since servers around the service pass on an empty one if there is none.
 */
export async function readOptionalJsonBody(exchange: BodySource, limits: BodyLimits): Promise<unknown> {
  if (!exchange.mayHaveBody) return {};
  if (exchange.header('content-length') !== undefined || exchange.parsedBody)
    return readJsonBody(exchange, limits);
  const bytes = await exchange.readBody(limits.bytes);
  if (bytes.length === 0) return {};
  checkMediaType(exchange.header('content-type'));
  checkEncoding(exchange.header('content-encoding'));
  return parseJson(bytes, limits.depth);
}

/** Takes the body that `express.json()`, `express.raw()` or `express.text()` has read. */
function takeParsed(value: unknown, depth: number): unknown {
  if (value instanceof Uint8Array) return parseJson(value, depth);
  if (typeof value === 'string') return parseJson(Buffer.from(value), depth);
  if (valueNestsDeeper(value, depth)) throw tooDeep(depth);
  refusePrototypeKeys(value, '__proto__');
  return value;
}

function noBody(): ServiceError {
  return badInput(reason('body.missing'));
}

/** A compressed body could expand to a thousand times `limits.bodyBytes`; none is accepted. */
function checkEncoding(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new ServiceError(
    'UNSUPPORTED_MEDIA_TYPE',
    reason('body.unsupportedEncoding', { encoding: echo(encoding) }),
  );
}

const mediaType = /^application\/json[\t ]*(?:;(.*))?$/i;
const charset = /(?:^|;)[\t ]*charset[\t ]*=[\t ]*"?([^";\t ]*)"?/i;

function checkMediaType(type: string | undefined): void {
  if (type === 'application/json') return;
  const parameters = type === undefined ? null : mediaType.exec(type);
  if (!parameters) {
    const got = type === undefined ? {} : { got: echo(type) };
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', reason('body.unsupportedType', got));
  }
  const named = charset.exec(parameters[1] ?? '')?.[1];
  if (named !== undefined && !/^utf-?8$/i.test(named)) {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      reason('body.unsupportedCharset', { charset: echo(named) }),
    );
  }
}

/** Parses the bytes of a JSON body: size apart, everything is checked that a body must meet. */
export function parseJson(bytes: Uint8Array, depth: number): unknown {
  if (bytes.length === 0) throw noBody();
  if (!isUtf8(bytes)) throw badInput(reason('body.notUtf8'));
  if (nestsDeeper(bytes, depth)) throw tooDeep(depth);

  const keys = countKeys(bytes);
  if (keys.largest > maxKeys) throw badInput(reason('body.tooManyKeys', { max: maxKeys }));

  const text = withoutMark(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badInput(reason('body.notJson', issuePosition(cause)));
  }
  refusePrototypeKeys(value, text);
  if (hasRepeatedKey(keys, value)) throw repeats(repeatedKey(text) ?? '');
  return value;
}

function repeats(key: string): ServiceError {
  return badInput(reason('body.duplicateKey', { key: echo(key) }), [
    issueAt(echo(key), reason('parameter.duplicate')),
  ]);
}

function tooDeep(depth: number): ServiceError {
  return badInput(reason('body.tooDeep', { max: depth }));
}

/** Removes a byte order mark: it is not JSON, but some tools write it, and RFC 8259 lets a parser skip it. */
function withoutMark(bytes: Uint8Array): string {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start).toString('utf8');
}

/**
 * Returns the position of the error if V8 gives it; the rest of its message quotes the body, which may
 * contain a secret.
 */
function issuePosition(cause: unknown): { readonly position?: number } {
  const position = cause instanceof Error ? /at position (\d+)/.exec(cause.message)?.[1] : undefined;
  return position === undefined ? {} : { position: Number(position) };
}

/**
 * `JSON.parse` makes an own property of the key `__proto__`; a hook that merges such an object into another
 * would change the prototype of that one. No field can have this name, so it is refused at every level. The
 * text is checked first, since a body that cannot contain the key needs no walk (an escape could spell it).
 */
function refusePrototypeKeys(value: unknown, text: string): void {
  if (!text.includes('__proto__') && !text.includes('\\u')) return;
  let level: { readonly path: string; readonly value: unknown }[] = [{ path: '', value }];
  while (level.length > 0) {
    level = level.flatMap((item) => entriesOf(item.path, item.value));
    const issue = level.find((item) => item.path === '__proto__' || item.path.endsWith('.__proto__'));
    if (issue)
      throw badInput(reason('field.forbiddenName', { name: '__proto__' }), [
        issueAt(issue.path, reason('field.unknown', {})),
      ]);
  }
}

function entriesOf(path: string, value: unknown): { readonly path: string; readonly value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, child]) => ({
    path: path === '' ? key : `${path}.${key}`,
    value: child,
  }));
}
