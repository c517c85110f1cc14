import { extensionOfType, typeOfExtension } from '../../util/media-types.js';

/** Of the file systems that a download may be saved on; with its extension. */
const maxFilenameBytes = 180;

/** Control and bidirectional characters, separators, halves of pairs, and what has no width. */
const invisible =
  /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u00ad\u180e\u200b-\u200f\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
/** What Windows refuses in names. */
const refused = /[<>:"|?*]/g;
/** Devices of Windows, also with an extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;
const extensionPattern = /\.([A-Za-z0-9]{1,10})$/;

/**
 * The extension of a name as it was sent, in lower case and without the dot, or null.
 *
 * @example
 * ```ts
 * extensionOf('C:\\photos\\Me.JPG'); // 'jpg'
 * ```
 */
export function extensionOf(name: string): string | null {
  return extensionPattern.exec(plainName(name))?.[1]?.toLowerCase() ?? null;
}

/**
 * A label for a file: what the client called it, without what could mislead a person, a shell or a file
 * system. It never names a path or a key.
 *
 * @param name - as sent, perhaps with a path.
 * @param type - the type that was found: the extension follows it. One that has this meaning stays as it is.
 * @example
 * ```ts
 * cleanFilename('../Me & you.jpeg', 'image/png'); // 'Me & you.png'
 * ```
 */
export function cleanFilename(name: string, type: string): string {
  const plain = plainName(name);
  const sent = extensionPattern.exec(plain)?.[1];
  const isRight = sent !== undefined && typeOfExtension(sent) === type;
  const extension = isRight ? sent : extensionOfType(type);
  const stem = sent === undefined ? plain : trimmed(plain.slice(0, -sent.length - 1));
  const end = extension === null ? '' : `.${extension}`;
  const safe = device.test(stem) ? `_${stem}` : stem;
  return `${trimmed(shortened(safe, maxFilenameBytes - end.length)) || 'file'}${end}`;
}

function plainName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  return trimmed(last.replace(invisible, '').replace(refused, ''));
}

/** Without dots and spaces at both ends. One end at a time: a pattern for the end alone is quadratic. */
function trimmed(name: string): string {
  let start = 0;
  let end = name.length;
  while (start < end && /[\s.]/.test(name.charAt(start))) start += 1;
  while (end > start && /[\s.]/.test(name.charAt(end - 1))) end -= 1;
  return name.slice(start, end);
}

/** Cut between characters. */
function shortened(name: string, maxBytes: number): string {
  let bytes = 0;
  let short = '';
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    short += character;
  }
  return short;
}
