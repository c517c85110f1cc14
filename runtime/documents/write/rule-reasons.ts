import { english, type ValueKind, valueKinds } from '../../errors/reasons/english.js';
import { type Reason, reason, type Said, userText } from '../../errors/reasons/reason.js';
import { say } from '../../errors/reasons/say.js';

/**
 * Finds the reasons of the messages of emitted validators. These are code of the project, which works without
 * the service, and zod has room for no more than a message. So a message is compared with the texts of the
 * catalogue: no reason is ever given to a message that is not exactly its text.
 */
export function ruleReasons(): (message: string) => Said {
  const known = new Map<string, Said>();
  return (message) => {
    const said = known.get(message) ?? find(message) ?? userText(message);
    known.set(message, said);
    return said;
  };
}

const fixed: ReadonlyMap<string, Reason> = new Map(
  [
    reason('value.required'),
    reason('value.notNull'),
    reason('value.empty'),
    reason('value.unicode'),
    reason('list.sameIds'),
    reason('field.required'),
    ...(Object.keys(valueKinds) as ValueKind[]).map((kind) => reason('value.kind', { kind })),
  ].map((one) => [say(english, one), one]),
);

function find(message: string): Reason | undefined {
  return fixed.get(message) ?? candidates(message).find((one) => say(english, one) === message);
}

const numberIn = /-?\d+(?:\.\d+)?(?:e[+-]\d+)?(?=[. ])/;

function candidates(message: string): readonly Reason[] {
  const pattern = between(say(english, reason('text.pattern', { pattern: hole })).split(hole), message);
  const values = between(
    say(english, reason('choice.oneOf', { values: [hole] })).split(JSON.stringify(hole)),
    message,
  );
  const number = Number(numberIn.exec(message)?.[0]);
  return [
    ...(pattern === null ? [] : [reason('text.pattern', { pattern })]),
    ...(values === null ? [] : choiceOf(values)),
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

/** The options of a choice, which its message lists as JSON. */
function choiceOf(listed: string): readonly Reason[] {
  try {
    const values: unknown = JSON.parse(`[${listed}]`);
    const isTexts = Array.isArray(values) && values.every((value) => typeof value === 'string');
    return isTexts ? [reason('choice.oneOf', { values })] : [];
  } catch {
    return [];
  }
}
