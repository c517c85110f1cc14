/** What is known of an attempt that failed: nodemailer's words, which senders of a config may use too. */
interface Failure {
  readonly code: string | undefined;
  readonly command: string | undefined;
  readonly responseCode: number | undefined;
  readonly permanent: boolean;
  readonly message: string;
}

/**
 * Commands whose refusal is about this mail; a refused login or sender must be fixed by the operator, and
 * later attempts may succeed.
 */
const aboutTheMail: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA', undefined]);

/**
 * Whether trying again is useless: a 5yz reply to the recipient or the contents (RFC 5321, section 4.2.1).
 */
export function isPermanent(error: unknown): boolean {
  const { permanent, command } = failureOf(error);
  return permanent && aboutTheMail.has(command);
}

/**
 * Fields for the log. Servers quote what they refuse, so addresses, links and `hidden` texts are taken out.
 */
export function describeFailure(error: unknown, hidden: readonly string[]): object {
  const { code, command, responseCode, message } = failureOf(error);
  const word = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : withoutSecrets(text, hidden).slice(0, maxWordLength);
  const reason = withoutSecrets(message, hidden);
  return { code: word(code), command: word(command), responseCode, reason };
}

const maxReasonLength = 300;
/** Of the code and the command, which a transport of the config may set to anything. */
const maxWordLength = 40;
/** Servers may respond with a megabyte, and each pattern below scans the whole text. */
const maxReadLength = 2000;

/** A text in which no address, no link and none of `hidden` is left. */
export function withoutSecrets(text: string, hidden: readonly string[]): string {
  let shown = text;
  for (const secret of hidden) shown = shown.replaceAll(secret, '[hidden]');
  return beginning(shown)
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '[link]')
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .slice(0, maxReasonLength)
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Ends with a whole word: half an address would not be known as one. */
function beginning(text: string): string {
  return text.length <= maxReadLength ? text : text.slice(0, maxReadLength).replace(/\S+$/, '');
}

function failureOf(error: unknown): Failure {
  const fields: Readonly<Record<string, unknown>> =
    typeof error === 'object' && error !== null ? { ...error } : {};
  const { code, command, responseCode, permanent } = fields;
  return {
    code: typeof code === 'string' ? code : undefined,
    command: typeof command === 'string' ? command : undefined,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    permanent: permanent === true,
    message: error instanceof Error ? error.message : String(error),
  };
}
