/** Bodies of the endpoints of authentication: auth.md, section 1. */
import { emailFault, parseEmail } from '../../auth/users/email-address.js';
import { badInput, type ErrorDetail } from '../../errors/service-error.js';
import { echo } from '../../fields/input-fault.js';
import { isJsonObject, type JsonObject } from '../../util/json.js';
import { nearestName } from '../../util/near-miss.js';
import type { ApiRequest } from '../api.js';
import { requireObject } from '../json-object.js';

/** 100 kB and 32 levels: no body here comes near. */
const limits = { bytes: 100_000, depth: 32 };

/** A checked value, or what is wrong with it. */
export type Checked<Value> = { readonly value: Value } | { readonly fault: string };

/** One key of a body. */
export interface BodyField<Value> {
  /** Whether the key may be missing; then `check` is not asked. */
  readonly optional: boolean;
  readonly check: (value: unknown) => Checked<Value>;
}

export type BodyShape = Readonly<Record<string, BodyField<unknown>>>;

/** What `readBody` answers for a shape: every key, undefined where an optional one is missing. */
export type BodyOf<Shape extends BodyShape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends BodyField<infer Value> ? Value : never;
};

/** Text of at most `longest` UTF-16 units; not empty unless `empty` says so. */
export function text(
  options: { readonly longest?: number; readonly empty?: boolean } = {},
): BodyField<string> {
  const { longest = 1000, empty = false } = options;
  return required((value) => {
    if (typeof value !== 'string') return { fault: 'Must be text.' };
    if (value === '' && !empty) return { fault: 'Must not be empty.' };
    if (value.length > longest) return { fault: `Must have at most ${longest} characters.` };
    if (value.includes('\0')) return { fault: 'Must not contain the NUL character.' };
    return { value };
  });
}

/** An email address in its stored form. */
export const email: BodyField<string> = required((value) => {
  const address = typeof value === 'string' ? parseEmail(value) : null;
  return address === null ? { fault: emailFault } : { value: address };
});

/**
 * A password as typed: its policy is checked where a new one is set. The bound keeps normalisation cheap, and is far above the
 * policy's 128 code points.
 */
export const password: BodyField<string> = required((value) => {
  if (typeof value !== 'string' || value === '') return { fault: 'Must be a password, as text.' };
  return value.length > 4096 ? { fault: 'Is too long.' } : { value };
});

/** True or false, nothing that looks like it. */
export const flag: BodyField<boolean> = required((value) =>
  typeof value === 'boolean' ? { value } : { fault: 'Must be true or false.' },
);

/** An integer in a range. */
export function integer(least: number, most: number): BodyField<number> {
  return required((value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
      ? { value }
      : { fault: `Must be an integer from ${least} to ${most}.` },
  );
}

/** One of some texts. */
export function oneOf<Value extends string>(values: readonly Value[]): BodyField<Value> {
  return required((value) => {
    const found = values.find((each) => each === value);
    return found === undefined ? { fault: `Must be one of ${values.join(', ')}.` } : { value: found };
  });
}

/** A list of at most `longest` values of one kind. */
export function listOf<Value>(item: BodyField<Value>, longest = 100): BodyField<readonly Value[]> {
  return required((value) => {
    if (!Array.isArray(value)) return { fault: 'Must be a list.' };
    if (value.length > longest) return { fault: `Must have at most ${longest} items.` };
    const items: Value[] = [];
    for (const [index, each] of value.entries()) {
      const checked = item.check(each);
      if ('fault' in checked) return { fault: `Item ${index}: ${checked.fault}` };
      items.push(checked.value);
    }
    return { value: items };
  });
}

/** A key that may be missing: then it is undefined. */
export function optional<Value>(field: BodyField<Value>): BodyField<Value | undefined> {
  return { optional: true, check: field.check };
}

/** A key that may be null. */
export function nullable<Value>(field: BodyField<Value>): BodyField<Value | null> {
  return { optional: field.optional, check: (value) => (value === null ? { value } : field.check(value)) };
}

function required<Value>(check: (value: unknown) => Checked<Value>): BodyField<Value> {
  return { optional: false, check };
}

/**
 * Reads a body and checks it against its shape; every fault is named at once.
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

/** Reads a body as an object without looking at its keys, for endpoints that take fields of the config. */
export async function readObject(request: ApiRequest): Promise<JsonObject> {
  const body = requireObject(await request.body(limits));
  refusePrototypes(body, '');
  return body;
}

/** Checks an object against a shape. */
export function checkBody<const Shape extends BodyShape>(body: JsonObject, shape: Shape): BodyOf<Shape> {
  const details: ErrorDetail[] = unknownKeys(body, shape);
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    if (!Object.hasOwn(body, name)) {
      if (!field.optional) details.push({ path: name, message: 'Is required.' });
      continue;
    }
    const checked = field.check(body[name]);
    if ('fault' in checked) details.push({ path: name, message: checked.fault });
    else values[name] = checked.value;
  }
  if (details.length > 0) throw faulty(details);
  // Every key of the shape was checked above; TypeScript cannot follow a record that grows.
  return values as BodyOf<Shape>;
}

/** Looking for a near name costs something, and anybody may send a body of ten thousand keys. */
const mostNamed = 100;

function unknownKeys(body: JsonObject, shape: BodyShape): ErrorDetail[] {
  const known = Object.keys(shape);
  return Object.keys(body)
    .filter((name) => !Object.hasOwn(shape, name))
    .slice(0, mostNamed)
    .map((name) => {
      const near = nearestName(name, known);
      const hint = near === null ? '' : ` Did you mean ${near}?`;
      return { path: echo(name), message: `Unknown field.${hint}` };
    });
}

/** Values are never repeated: a password may stand in the wrong key. */
function faulty(details: readonly ErrorDetail[]): Error {
  const [first, ...others] = details;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return badInput(`${first?.path}: ${first?.message}${more}`, details);
}

/**
 * `__proto__` is refused when the body is parsed. `constructor.prototype` is the other way to a prototype for code that merges
 * objects deeply, as a hook may.
 */
function refusePrototypes(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const childPath = path === '' ? key : `${path}.${key}`;
    if (key === 'constructor' && isJsonObject(child) && Object.hasOwn(child, 'prototype')) {
      const place = `${echo(childPath)}.prototype`;
      throw badInput('"constructor.prototype" is not the name of a field.', [
        { path: place, message: 'Unknown field.' },
      ]);
    }
    refusePrototypes(child, childPath);
  }
}
