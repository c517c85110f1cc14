/**
 * Bodies of the endpoints of authentication: docs/spec/auth.md#bodies.
 *
 * Not zod, measured: 0.31 microseconds for the body of a login against 0.25; each start takes 2 ms more with
 * a bundled zod/mini, 55 ms and 12 MB with zod; and unknown keys and all messages would still be made here.
 */
import { parseEmail } from '../../auth/users/email-address.js';
import { type Reason, reason } from '../../errors/reasons/reason.js';
import { textFault } from '../../errors/reasons/text-fault.js';
import { badInput, type Issue, issueAt } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import { isJsonObject, type JsonObject } from '../../util/json.js';
import { nearTo } from '../../util/near-miss.js';
import type { ApiRequest } from '../api.js';
import { requireObject } from '../body/json-object.js';

/** 100 kB and 32 levels: no body here comes near these. */
const limits = { bytes: 100_000, depth: 32 };

/** A checked value, or its issue. */
export type Checked<Value> = { readonly value: Value } | { readonly issue: Reason };

/** One key of a body. */
export interface BodyField<Value> {
  /** Whether the key may be missing; then `check` is not called. */
  readonly optional: boolean;
  readonly check: (value: unknown) => Checked<Value>;
}

export type BodyShape = Readonly<Record<string, BodyField<unknown>>>;

/** The result of `readBody` for a shape: every key, undefined for a missing optional one. */
export type BodyOf<Shape extends BodyShape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends BodyField<infer Value> ? Value : never;
};

/** Returns a field for text of at most `maxLength` UTF-16 units; not empty unless `empty` says so. */
export function text(
  options: { readonly maxLength?: number; readonly empty?: boolean } = {},
): BodyField<string> {
  const { maxLength = 1000, empty = false } = options;
  return required((value) => {
    if (typeof value !== 'string') return { issue: reason('value.wrongType', { wanted: 'text' }) };
    if (value === '' && !empty) return { issue: reason('value.empty') };
    if (value.length > maxLength) return { issue: reason('text.tooLong', { max: maxLength }) };
    const issue = textFault(value);
    return issue === null ? { value } : { issue };
  });
}

/** Returns a field for a name: one line, which terminals and pages can show, of at most `maxLength` units. */
export function lineOfText(maxLength: number): BodyField<string> {
  const { check } = text({ maxLength });
  return required((value) => {
    const checked = check(value);
    if ('issue' in checked) return checked;
    const line = checked.value.trim();
    if (line === '') return { issue: reason('value.empty') };
    return /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(line)
      ? { issue: reason('value.controlCharacters') }
      : { value: line };
  });
}

/** An email address in its stored form. */
export const email: BodyField<string> = required((value) => {
  const address = typeof value === 'string' ? parseEmail(value) : null;
  return address === null ? { issue: reason('value.wrongType', { wanted: 'email' }) } : { value: address };
});

/**
 * A password as typed: its policy is checked where a new one is set. The limit keeps normalisation cheap, and
 * is far above the policy's 128 code points.
 */
export const password: BodyField<string> = required((value) => {
  if (typeof value !== 'string' || value === '') return { issue: reason('value.notPassword') };
  return value.length > 4096 ? { issue: reason('value.tooLong') } : { value };
});

/** True or false, no similar values. */
export const flag: BodyField<boolean> = required((value) =>
  typeof value === 'boolean' ? { value } : { issue: reason('value.wrongType', { wanted: 'boolean' }) },
);

/** Returns a field for an integer from `min` to `max`. */
export function integer(min: number, max: number): BodyField<number> {
  return required((value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
      ? { value }
      : { issue: reason('integer.outOfRange', { min, max }) },
  );
}

/** Returns a field for one of these texts. */
export function oneOf<Value extends string>(values: readonly Value[]): BodyField<Value> {
  return required((value) => {
    const found = values.find((each) => each === value);
    return found === undefined ? { issue: reason('value.notAllowed', { values }) } : { value: found };
  });
}

/** Returns a field for a list of at most `maxItems` values of one kind. */
export function listOf<Value>(item: BodyField<Value>, maxItems = 100): BodyField<readonly Value[]> {
  return required((value) => {
    if (!Array.isArray(value)) return { issue: reason('value.wrongType', { wanted: 'list' }) };
    if (value.length > maxItems) return { issue: reason('list.tooLong', { max: maxItems }) };
    const items: Value[] = [];
    for (const [index, each] of value.entries()) {
      const checked = item.check(each);
      if ('issue' in checked) return { issue: reason('list.invalidItem', { index, issue: checked.issue }) };
      items.push(checked.value);
    }
    return { value: items };
  });
}

/** Returns the field with its key optional: undefined if it is missing. */
export function optional<Value>(field: BodyField<Value>): BodyField<Value | undefined> {
  return { optional: true, check: field.check };
}

/** Returns the field with null allowed. */
export function nullable<Value>(field: BodyField<Value>): BodyField<Value | null> {
  return { optional: field.optional, check: (value) => (value === null ? { value } : field.check(value)) };
}

function required<Value>(check: (value: unknown) => Checked<Value>): BodyField<Value> {
  return { optional: false, check };
}

/**
 * Reads a body and checks it against its shape; all issues are reported at once.
 *
 * @example
 * ```ts
 * const { email, remember = true } = await readBody(request, { email, password, remember: optional(flag) });
 * ```
 * @throws ServiceError BAD_USER_INPUT, UNSUPPORTED_MEDIA_TYPE or PAYLOAD_TOO_LARGE.
 */
export async function readBody<const Shape extends BodyShape>(
  request: ApiRequest,
  shape: Shape,
): Promise<BodyOf<Shape>> {
  return checkBody(await readObject(request), shape);
}

/** The same where the body is optional. Every key of the shape is optional. */
export async function readOptionalBody<const Shape extends BodyShape>(
  request: ApiRequest,
  shape: Shape,
): Promise<BodyOf<Shape>> {
  return checkBody(withoutPrototypes(await request.optionalBody(limits)), shape);
}

/** Reads a body as an object without checking its keys, for endpoints that accept fields of the config. */
export async function readObject(request: ApiRequest): Promise<JsonObject> {
  return withoutPrototypes(await request.body(limits));
}

function withoutPrototypes(sent: unknown): JsonObject {
  const body = requireObject(sent);
  refusePrototypes(body, '');
  return body;
}

/** Checks an object against a shape. */
export function checkBody<const Shape extends BodyShape>(body: JsonObject, shape: Shape): BodyOf<Shape> {
  const details: Issue[] = unknownKeys(body, shape);
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    if (!Object.hasOwn(body, name)) {
      if (!field.optional) details.push(issueAt(name, reason('value.required')));
      continue;
    }
    const checked = field.check(body[name]);
    if ('issue' in checked) details.push(issueAt(name, checked.issue));
    else values[name] = checked.value;
  }
  // Values are never included: a password may be under the wrong key.
  if (details.length > 0) throw badInput(reason('issues.firstAndCount'), details);
  // Every key of the shape was checked above; TypeScript cannot infer that for a record that grows.
  return values as BodyOf<Shape>;
}

/**
 * Max unknown keys for which a similar name is searched: that has a cost, and any client may send a body of
 * ten thousand keys.
 */
const maxNamed = 100;

function unknownKeys(body: JsonObject, shape: BodyShape): Issue[] {
  const known = Object.keys(shape);
  return Object.keys(body)
    .filter((name) => !Object.hasOwn(shape, name))
    .slice(0, maxNamed)
    .map((name) => {
      return issueAt(echo(name), reason('field.unknown', nearTo(name, known)));
    });
}

/**
 * `__proto__` is refused when the body is parsed. `constructor.prototype` also reaches a prototype in code
 * that merges objects deeply, as a hook may.
 */
function refusePrototypes(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const childPath = path === '' ? key : `${path}.${key}`;
    if (key === 'constructor' && isJsonObject(child) && Object.hasOwn(child, 'prototype')) {
      const place = `${echo(childPath)}.prototype`;
      throw badInput(reason('field.forbiddenName', { name: 'constructor.prototype' }), [
        issueAt(place, reason('field.unknown', {})),
      ]);
    }
    refusePrototypes(child, childPath);
  }
}
