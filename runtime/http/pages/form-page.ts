import type { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import type { JsonObject } from '../../util/json.js';
import type { ApiRequest, Reply } from '../api.js';
import { authorizeAnybody } from '../security/authorize.js';
import { type PageText, phrase } from './language/page-text.js';
import type { Sent } from './page-view.js';

/** A refused form, as its page shows it again. */
export interface RefusedForm extends Sent {
  readonly error: ServiceError;
}

export interface FormHandling {
  readonly act: (form: ReadonlyMap<string, string>) => Promise<Reply>;
  /** Shows the form again, with its issues. */
  readonly refuse: (refused: RefusedForm) => Promise<Reply>;
}

/** Processes a form: errors are shown on the page instead of as JSON. */
export async function takeForm(request: ApiRequest, { act, refuse }: FormHandling): Promise<Reply> {
  authorizeAnybody(request);
  const values = await request.form();
  try {
    return await act(values);
  } catch (error) {
    if (!isServiceError(error) || error.code === 'INTERNAL_ERROR' || error.code === 'NOT_FOUND') throw error;
    return refuse({ values, faults: error.details ?? [], error });
  }
}

/**
 * Returns the fields of a form as the endpoint's body has them; others are ignored. An empty optional field
 * is omitted.
 */
export function formBody(
  form: ReadonlyMap<string, string>,
  names: readonly string[],
  optional: readonly string[] = [],
): JsonObject {
  return Object.fromEntries(
    [...form]
      .filter(([name, value]) => names.includes(name) || (optional.includes(name) && value.trim() !== ''))
      .map(([name, value]) => [name, value]),
  );
}

/** Returns the message above the form; nothing if every issue is shown next to a field. */
export function alertOf(
  { error, faults: issues }: RefusedForm,
  fields: readonly string[],
): readonly PageText[] | null {
  const others = issues.filter(({ path }) => !fields.includes(path));
  if (issues.length > 0 && others.length === 0) return null;
  if (others.length > 0) return others.map((issue) => phrase('issue', { path: issue.path, message: issue }));
  return [error];
}

/** Returns status and headers of an error's page. */
export function errorStatus({ error }: RefusedForm): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
} {
  const { status, retryAfter } = error;
  return { status, headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } };
}
