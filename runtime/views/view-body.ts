import { reason } from '../errors/reasons/reason.js';
import { inputIssue } from '../fields/input-issue.js';
import type { ApiRequest } from '../http/api.js';
import {
  type BodyField,
  flag,
  lineOfText,
  listOf,
  optional,
  readBody,
  text,
} from '../http/auth-routes/body.js';
import { parseQueryString } from '../query/parse/query-string.js';

/** Checked when the collection is known. */
const query: BodyField<unknown> = { optional: false, check: (value) => ({ value }) };
const roles = optional(listOf(text({ maxLength: 200 })));

/** The body of a new view. */
export async function readViewBody(request: ApiRequest): Promise<{
  readonly slug: string;
  readonly name: string;
  readonly query: unknown;
  readonly roles: readonly string[] | undefined;
  readonly isDefault: boolean | undefined;
}> {
  return readBody(request, {
    ...{ slug: text({ maxLength: 200 }), name: lineOfText(100), query },
    ...{ roles, isDefault: optional(flag) },
  });
}

/** The body of a change: what it does not name stays. */
export async function readViewChange(request: ApiRequest): Promise<{
  readonly name: string | undefined;
  readonly query: unknown;
  readonly roles: readonly string[] | undefined;
  readonly isDefault: boolean | undefined;
}> {
  return readBody(request, {
    ...{ name: optional(lineOfText(100)), query: optional(query) },
    ...{ roles, isDefault: optional(flag) },
  });
}

/** Takes the parameter `slug` from those of a page; null without one. */
export function splitSlug(search: string): { readonly slug: string | null; readonly rest: string } {
  const slug = parseQueryString(search).get('slug');
  if (slug === '') throw inputIssue('slug', reason('input.empty'));
  const rest = search.split('&').filter((pair) => !/^slug(?:=|$)/.test(pair));
  return { slug: slug ?? null, rest: rest.join('&') };
}
