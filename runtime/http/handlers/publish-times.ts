import { badInput } from '../../errors/service-error.js';
import { toTimestamp } from '../../fields/date-text.js';
import { echo } from '../../fields/input-issue.js';
import type { JsonObject, JsonValue } from '../../util/json.js';
import { didYouMean } from '../../util/near-miss.js';

/** Times of publication and unpublication, in milliseconds since 1970. */
export interface PublishTimes {
  /** Null: now. */
  readonly publish: number | null;
  /** Null: never. Absent: unchanged. */
  readonly unpublish?: number | null;
}

const names = ['publishAt', 'unpublishAt'] as const;

/**
 * Reads the body of a publication.
 *
 * @throws ServiceError BAD_USER_INPUT that names the property.
 */
export function publishTimes(body: JsonObject, now: number): PublishTimes {
  const issues = Object.entries(body).flatMap(([name, value]) => {
    const message = issueOf(name, value);
    return message === null ? [] : [{ path: echo(name), message }];
  });
  if (issues.length > 0) throw refusal(issues);
  const publishAt = timeOf(body['publishAt']) ?? null;
  const unpublishAt = timeOf(body['unpublishAt']);
  const publish = publishAt !== null && publishAt > now ? publishAt : null;
  if (typeof unpublishAt === 'number' && unpublishAt <= (publish ?? now)) {
    throw refusal([{ path: 'unpublishAt', message: 'must be later than the publication' }]);
  }
  return { publish, ...(unpublishAt !== undefined && { unpublish: unpublishAt }) };
}

function issueOf(name: string, value: JsonValue): string | null {
  if (!names.some((known) => known === name)) return `unknown property${didYouMean(name, names)}`;
  if (value === null) return null;
  return typeof value === 'string' && toTimestamp(value) !== null
    ? null
    : 'must be a timestamp with a zone, as in 2026-05-01T08:00:00Z';
}

function timeOf(value: JsonValue | undefined): number | null | undefined {
  if (typeof value !== 'string') return value === null ? null : undefined;
  return Date.parse(toTimestamp(value) ?? '');
}

function refusal(details: readonly { readonly path: string; readonly message: string }[]): Error {
  return badInput(details.map(({ path, message }) => `${path}: ${message}`).join('; '), details);
}
