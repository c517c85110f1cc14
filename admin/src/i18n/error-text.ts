import { useCallback } from 'react';
import { type ErrorDetail, isSvcError, type SvcError } from '../../../templates/sdk/errors.js';
import type { Translated } from './catalogue.js';
import { type LabelOf, useDocumentLabels } from './document-labels.js';
import type { en, Operation } from './errors.en.js';
import { errorTexts } from './errors.js';
import { useLanguage, useTexts } from './language.js';
import { detailsIn, messageIn } from './service-text.js';

/** Returns a function that describes an error for users. Messages of hooks are not translated. */
export function useErrorText(): (error: unknown) => string {
  const t = useTexts(errorTexts);
  const { name } = useLanguage();
  const labelOf = useDocumentLabels();
  return (error) => (isSvcError(error) ? textOf(error, t, messageIn(name, error), labelOf) : t.unexpected);
}

/** Returns a function that lists the issues of an error response, in the language of the page. */
export function useErrorDetails(): (error: unknown) => readonly ErrorDetail[] {
  const { name } = useLanguage();
  return useCallback((error: unknown) => detailsIn(name, error), [name]);
}

/** Returns the text of an error; `message` is the service's message in the language of `t`. */
export function textOf(
  error: SvcError,
  t: Translated<typeof en>,
  message: string,
  labelOf: LabelOf = () => undefined,
): string {
  switch (error.code) {
    case 'NETWORK':
    case 'BAD_ANSWER':
      return t.network;
    case 'TIMEOUT':
      return t.timeout;
    case 'ABORTED':
      return t.aborted;
    case 'UNAVAILABLE':
      return t.unavailable;
    case 'RATE_LIMITED':
      return t.rateLimited(error.retryAfter ?? 60);
    case 'ACCOUNT_LOCKED':
      return t.accountLocked(Math.ceil((error.retryAfter ?? 900) / 60));
    case 'INTERNAL_ERROR':
      return t.internal;
    case 'INVALID_CREDENTIALS':
      return t.invalidCredentials;
    case 'NOT_FOUND':
      return t.notFound;
    case 'FORBIDDEN':
      return forbiddenText(error, t, message, labelOf);
    case 'UNAUTHENTICATED':
      return t.unauthenticated;
    case 'PAYLOAD_TOO_LARGE':
      return t.tooLarge;
    default:
      return message;
  }
}

/**
 * Replaces messages in the words of the API, such as slugs and names of roles, by what they mean for users.
 */
function forbiddenText(
  { reason, params = {} }: SvcError,
  t: Translated<typeof en>,
  message: string,
  labelOf: LabelOf,
): string {
  switch (reason) {
    case 'access.draftsDenied':
      return t.draftsForbidden;
    case 'access.anonymousDenied':
      return t.unauthenticated;
    case 'access.roleTooLow':
      return t.noPermission;
    case 'access.roleDenied':
    case 'access.documentDenied': {
      const { operation, collection } = params;
      const label = typeof collection === 'string' ? labelOf(collection) : undefined;
      if (label === undefined || !isOperation(operation)) return t.noPermission;
      const said = reason === 'access.roleDenied' ? t.roleForbidden : t.documentForbidden;
      return said(operation, label);
    }
    default:
      return `${t.forbidden} ${message}`;
  }
}

function isOperation(value: unknown): value is Operation {
  return ['read', 'create', 'update', 'delete', 'purge'].some((operation) => operation === value);
}
