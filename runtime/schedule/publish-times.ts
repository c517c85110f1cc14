import { type Reason, reason } from '../errors/reasons/reason.js';
import { badInput, badInputAt, issueAt } from '../errors/service-error.js';
import { toTimestamp } from '../fields/date-text.js';
import { echo } from '../fields/input-issue.js';
import type { JsonObject, JsonValue } from '../util/json.js';
import { nearTo } from '../util/near-miss.js';

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
    const issue = issueOf(name, value);
    return issue === null ? [] : [issueAt(echo(name), issue)];
  });
  if (issues.length > 0) throw badInput(reason('issues.all'), issues);
  const publishAt = timeOf(body['publishAt']) ?? null;
  const unpublishAt = timeOf(body['unpublishAt']);
  const publish = publishAt !== null && publishAt > now ? publishAt : null;
  if (typeof unpublishAt === 'number' && unpublishAt <= (publish ?? now)) {
    throw badInputAt('unpublishAt', reason('schedule.endBeforeStart'));
  }
  return { publish, ...(unpublishAt !== undefined && { unpublish: unpublishAt }) };
}

function issueOf(name: string, value: JsonValue): Reason | null {
  if (!names.some((known) => known === name)) return reason('property.unknown', nearTo(name, names));
  if (value === null) return null;
  return typeof value === 'string' && toTimestamp(value) !== null ? null : reason('schedule.notTimestamp');
}

function timeOf(value: JsonValue | undefined): number | null | undefined {
  if (typeof value !== 'string') return value === null ? null : undefined;
  return Date.parse(toTimestamp(value) ?? '');
}
