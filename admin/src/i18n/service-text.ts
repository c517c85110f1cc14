import { type ErrorDetail, isSvcError, type SvcError } from '../../../templates/sdk/errors.js';
import type { LanguageName } from './catalogue.js';

type Translate = (message: string) => string | null;

/** Null until it is loaded: only German needs it. */
let german: Translate | null = null;

/** Loads the messages of the service in a language. Until then, and if that fails, they stay English. */
export async function loadServiceTexts(language: LanguageName): Promise<void> {
  if (language !== 'de' || german !== null) return;
  const { germanMessage } = await import('../../../runtime/errors/german-messages.js');
  german = germanMessage;
}

function germanMessage(message: string): string | null {
  return german === null ? null : german(message);
}

/** Max number of issues in one message, as in the service's own messages. */
const maxNamed = 3;

/** The beginnings of messages of the service that continue with details. */
const beginnings: Readonly<Record<string, string>> = {
  'The data is not valid.': 'Die Eingaben sind nicht gültig.',
  'The password is not strong enough.': 'Das Passwort ist nicht stark genug.',
};

/** Returns the issues of an error response in a language; messages of hooks are not translated. */
export function detailsIn(language: LanguageName, error: unknown): readonly ErrorDetail[] {
  const details = isSvcError(error) ? (error.details ?? []) : [];
  return language === 'de' ? details.map(germanDetail) : details;
}

/** Returns the message of the service in a language; messages of hooks are not translated. */
export function messageIn(language: LanguageName, error: SvcError): string {
  const { message, details = [] } = error;
  if (language === 'en' || german === null) return message;
  return (
    germanMessage(message) ?? (isMadeOfDetails(message, details) ? ofDetails(message, details) : message)
  );
}

function germanDetail({ path, message }: ErrorDetail): ErrorDetail {
  return { path, message: germanMessage(message) ?? message };
}

function beginningOf(message: string): string | undefined {
  return Object.keys(beginnings).find((beginning) => message.startsWith(beginning));
}

function isMadeOfDetails(message: string, [first]: readonly ErrorDetail[]): boolean {
  if (first === undefined) return false;
  return beginningOf(message) !== undefined || message.startsWith(`${first.path}: ${first.message}`);
}

function ofDetails(message: string, details: readonly ErrorDetail[]): string {
  const beginning = beginningOf(message);
  const shown = details
    .slice(0, maxNamed)
    .map(germanDetail)
    // A password is a single input, and its messages are whole sentences.
    .map((detail) =>
      detail.path === '' || beginning?.includes('password')
        ? detail.message
        : `${detail.path}: ${detail.message}`,
    );
  const more = details.length - shown.length;
  return [
    ...(beginning === undefined ? [] : [beginnings[beginning]]),
    ...shown,
    ...(more > 0 ? [`(und ${more} weitere)`] : []),
  ].join(' ');
}
