import { userText } from '../../errors/reasons/reason.js';
import type { Refusal } from '../../errors/refusal.js';
import { badInput, issueAt, type ServiceError } from '../../errors/service-error.js';

/**
 * The 400 of a refusal. A refusal without details concerns the field at `path`, if there is one.
 */
export function ofRefusal({ message, details }: Refusal, path?: string): ServiceError {
  const issues = details ?? (path === undefined ? undefined : [{ path, message }]);
  return badInput(
    userText(message),
    issues?.map((issue) => issueAt(issue.path, userText(issue.message))),
  );
}
