import type { NestedText } from './nested-text.js';

type Say = (text: NestedText) => string;

/** English texts of the pages with variable parts. Their other texts are in the code. */
export const englishPhrases = {
  join: ({ site }: { site: string }) => `Join ${site}`,
  welcome: ({ site }: { site: string }) => `Welcome to ${site}`,
  signInWith: ({ email }: { email: string }) => `Press the button to sign in with ${email} from now on.`,
  signInAs: ({ who }: { who: string }) => `Sign in as ${who}?`,
  signedInAs: ({ who, role }: { who: string; role: string }) =>
    `You are signed in as ${who}, with the role ${role}.`,
  failureNumber: ({ id }: { id: string }) => `If it happens again, tell an administrator this number: ${id}`,
  tryAgainIn: ({ count, unit }: { count: number; unit: 'second' | 'minute' }) =>
    `Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`,
  passwordHint: ({ min, kinds }: { min: number; kinds: readonly CharacterKind[] }) =>
    `At least ${min} characters${kinds.length === 0 ? '' : `, with ${listOf(kinds)}`}.`,
  tooManyFromNetwork: ({ wait }: { wait: NestedText }, say: Say) =>
    `There were too many requests from your network. ${say(wait)}`,
  forAdministrators: ({ message }: { message: NestedText }, say: Say) =>
    `For administrators: ${say(message)}`,
  issue: ({ path, message }: { path: string; message: NestedText }, say: Say) => `${path}: ${say(message)}`,
} as const;

const characterKinds = {
  uppercase: 'an upper case letter',
  lowercase: 'a lower case letter',
  digit: 'a digit',
  symbol: 'a symbol',
} as const;

/** Kinds of characters that a password policy may require. */
export type CharacterKind = keyof typeof characterKinds;

/** The phrases in one language. */
export type PhraseTexts = {
  readonly [Id in PhraseId]: (params: PhraseParams<Id>, say: Say) => string;
};

export type PhraseId = keyof typeof englishPhrases;

export type PhraseParams<Id extends PhraseId> = Parameters<(typeof englishPhrases)[Id]>[0];

function listOf(kinds: readonly CharacterKind[]): string {
  const texts = kinds.map((kind) => characterKinds[kind]);
  const last = texts.pop() ?? '';
  return texts.length === 0 ? last : `${texts.join(', ')} and ${last}`;
}
