/** Holds the messages of error responses to their reasons: a frontend that translates loses nothing. */
import { english } from '../../runtime/errors/reasons/english.js';
import { messageIn, type ToldDetail } from '../../runtime/errors/reasons/say.js';

/** An error response, or one of the results of a bulk request. */
interface ErrorBody {
  readonly error: string;
  readonly reason?: string;
  readonly params?: object;
  readonly details?: readonly ToldDetail[];
}

/** Lengths at which lists of details are cut, so that they say less than the message. */
const cutAt: readonly number[] = [10, 100, 1000];

/**
 * Returns the messages of a response's body that are not the English text of their `reason` with its
 * `params`. A message without a reason is that of a hook or callback.
 */
export function messageIssues(body: string): readonly string[] {
  if (!body.includes('"error"')) return [];
  return errorsOf(parsed(body)).flatMap(({ error, details = [], ...told }) => [
    ...(cutAt.includes(details.length) ? [] : issueOf({ ...told, details, message: error })),
    ...details.flatMap(issueOf),
  ]);
}

function issueOf(told: Parameters<typeof messageIn>[1]): readonly string[] {
  const { message, reason, params } = told;
  if (reason === undefined) return [];
  if (!Object.hasOwn(english, reason)) return [`${reason} is no reason`];
  const text = messageIn(english, told);
  const given = params === undefined ? '' : ` with ${JSON.stringify(params)}`;
  return text === message ? [] : [`${reason}${given} says ${text}, but the message is ${message}`];
}

function errorsOf(body: unknown): readonly ErrorBody[] {
  if (typeof body !== 'object' || body === null) return [];
  if ('error' in body && typeof body.error === 'string' && 'code' in body) return [body as ErrorBody];
  return 'results' in body && Array.isArray(body.results) ? body.results.flatMap(errorsOf) : [];
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
