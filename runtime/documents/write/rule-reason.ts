import { english } from '../../errors/reasons/english.js';
import { type WantedKind, wantedKinds } from '../../errors/reasons/kinds.js';
import { type ErrorText, type Reason, reason, userText } from '../../errors/reasons/reason.js';
import { say } from '../../errors/reasons/say.js';

/**
 * Returns the reason of a message of an emitted validator. These are code of the project, which works without
 * the service, and zod has room for no more than a message. So a message is compared with the texts of the
 * catalogue: no reason is ever given to a message that is not exactly its text.
 */
export function ruleReason(message: string): ErrorText {
  const known = cache.get(message);
  if (known !== undefined) return known;
  const text = find(message) ?? userText(message);
  // A rule has one message whatever the input is, but a validator of the user may put the input into it.
  if (cache.size < maxCached) cache.set(message, text);
  return text;
}

const maxCached = 1000;

const cache = new Map<string, ErrorText>();

const fixed: ReadonlyMap<string, Reason> = new Map(
  [
    reason('value.required'),
    reason('value.null'),
    reason('value.empty'),
    reason('value.notUnicode'),
    reason('list.duplicateIds'),
    ...(Object.keys(wantedKinds) as WantedKind[]).map((kind) => reason('value.wrongType', { wanted: kind })),
  ].map((one) => [say(english, one), one]),
);

function find(message: string): Reason | undefined {
  return fixed.get(message) ?? candidates(message).find((one) => say(english, one) === message);
}

const numberIn = /-?\d+(?:\.\d+)?(?:e[+-]\d+)?(?=[. ])/;

function candidates(message: string): readonly Reason[] {
  const pattern = between(
    say(english, reason('text.patternMismatch', { pattern: hole })).split(hole),
    message,
  );
  const values = between(
    say(english, reason('value.notAllowed', { values: [hole] })).split(JSON.stringify(hole)),
    message,
  );
  const field = between(
    say(english, reason('text.unknownBlock', { field: hole })).split(JSON.stringify(hole)),
    message,
  );
  const number = Number(numberIn.exec(message)?.[0]);
  return [
    ...(pattern === null ? [] : [reason('text.patternMismatch', { pattern })]),
    ...(values === null ? [] : choiceOf(values)),
    ...(field === null ? [] : fieldOf(field)),
    ...(Number.isNaN(number)
      ? []
      : [
          reason('text.tooShort', { min: number }),
          reason('text.tooLong', { max: number }),
          reason('list.tooShort', { min: number }),
          reason('list.tooLong', { max: number }),
          reason('number.tooSmall', { min: number }),
          reason('number.tooLarge', { max: number }),
        ]),
  ];
}

const hole = '\0';

function between([before = '', after = '']: readonly string[], message: string): string | null {
  if (!message.startsWith(before) || !message.endsWith(after)) return null;
  return message.slice(before.length, message.length - after.length);
}

/** The name of a field, which its message has as JSON. */
function fieldOf(quoted: string): readonly Reason[] {
  const [field] = /^"(\w+)"$/.exec(quoted)?.slice(1) ?? [];
  return field === undefined ? [] : [reason('text.unknownBlock', { field })];
}

/** The options of a choice, which its message lists as JSON. */
function choiceOf(listed: string): readonly Reason[] {
  try {
    const values: unknown = JSON.parse(`[${listed}]`);
    const isTexts = Array.isArray(values) && values.every((value) => typeof value === 'string');
    return isTexts ? [reason('value.notAllowed', { values })] : [];
  } catch {
    return [];
  }
}
