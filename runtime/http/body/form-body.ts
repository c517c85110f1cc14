import { isUtf8 } from 'node:buffer';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, ServiceError } from '../../errors/service-error.js';
import { parseQueryString } from '../../query/parse/query-string.js';
import type { Exchange } from '../transport/exchange.js';

/** No form of the service comes near this size. */
const formBytes = 100_000;

const mediaType = /^application\/x-www-form-urlencoded[\t ]*(?:;.*)?$/i;

/** Whether a body has the media type that browsers use for HTML forms. */
export function isForm(contentType: string | undefined): boolean {
  return contentType !== undefined && mediaType.test(contentType);
}

/** Reads the body of a form; a field that occurs twice is refused. */
export async function readFormBody(exchange: Exchange): Promise<ReadonlyMap<string, string>> {
  if (!isForm(exchange.header('content-type'))) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', reason('form.unsupportedType'));
  }
  const parsed = exchange.parsedBody;
  if (parsed && !(parsed.value instanceof Uint8Array) && typeof parsed.value !== 'string')
    return takeParsed(parsed.value);
  const bytes = parsed
    ? Buffer.from(parsed.value as string | Uint8Array)
    : await exchange.readBody(formBytes);
  if (!isUtf8(bytes)) throw badInput(reason('form.notUtf8'));
  return parseQueryString(Buffer.from(bytes).toString('utf8'));
}

/** Takes the body that `express.urlencoded()` in front of the service has parsed. */
function takeParsed(value: unknown): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(value ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
