import type { Catalogue } from '../../../runtime/errors/reasons/reason.js';
import {
  messageIn as translate,
  detailsIn as translateDetails,
} from '../../../runtime/errors/reasons/say.js';
import { type ErrorDetail, isSvcError, type SvcError } from '../../../templates/sdk/errors.js';
import type { LanguageName } from './catalogue.js';

/** Null until it is loaded: only German needs it. */
let german: Catalogue | null = null;

/** Loads the messages of the service in a language. Until then, and if that fails, they stay English. */
export async function loadServiceTexts(language: LanguageName): Promise<void> {
  if (language !== 'de' || german !== null) return;
  ({ german } = await import('../../../runtime/errors/reasons/german.js'));
}

/** Returns the issues of an error response in a language; messages of hooks are not translated. */
export function detailsIn(language: LanguageName, error: unknown): readonly ErrorDetail[] {
  const details = isSvcError(error) ? (error.details ?? []) : [];
  return language === 'en' || german === null ? details : translateDetails(german, details);
}

/** Returns the message of the service in a language; messages of hooks are not translated. */
export function messageIn(language: LanguageName, error: SvcError): string {
  return language === 'en' || german === null ? error.message : translate(german, error);
}
