import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailContent } from '../../config/email-config.js';
import { packageRoot } from '../../util/package-root.js';
import type { MailKind } from '../mail-queue.js';
import { type MailFacts, type MailWords, mailWords } from './mail-words.js';

/** Addresses of the two logos. */
export interface Logos {
  readonly light: string;
  readonly dark: string;
}

/** Makes a mail of svc itself. */
export type DefaultTemplate = (kind: MailKind, link: string, facts: MailFacts) => MailContent;

const layoutFile = join(packageRoot, 'templates/mail/layout.hbs');
const linkNote = 'If the button does not work, open this address:';
// Keeps the first lines of the mail out of the inbox's preview.
const padding = `${'&#847;&zwnj;&nbsp;'.repeat(10)}\n`.repeat(8);

/** Loads what the default mails are made with. */
export async function loadDefaultTemplates(logos: Logos): Promise<DefaultTemplate> {
  const [{ default: handlebars }, layout] = await Promise.all([
    import('handlebars'),
    readFile(layoutFile, 'utf8'),
  ]);
  const render = handlebars.create().compile(layout, { strict: true });
  // Handlebars writes "=" as a character reference, which link checkers of mail gateways do not undo.
  const address = (url: string): object => new handlebars.SafeString(escapeHtml(url));
  const logo = { light: address(logos.light), dark: address(logos.dark) };

  return function defaultTemplate(kind, link, facts) {
    const words = mailWords[kind](facts);
    const greeting = `Hello ${facts.userName},`;
    const footer = `Sent automatically by ${facts.site}.`;
    const html = render({
      ...{ lang: 'en', logo, padding, greeting, footer, linkNote, code: null },
      ...words,
      link: address(link),
    });
    return { subject: words.subject, html, text: plainText({ words, greeting, link, footer }) };
  };
}

interface PlainParts {
  readonly words: MailWords;
  readonly greeting: string;
  readonly link: string;
  readonly footer: string;
}

/** The link is on a line of its own: programs that break long lines leave it whole. */
function plainText({ words: { before, button, code, after }, greeting, link, footer }: PlainParts): string {
  const parts = [
    greeting,
    ...before,
    `${button}:\n${link}`,
    ...(code === undefined ? [] : [`${code.label}\n${code.value}`]),
    ...after,
    `-- \n${footer}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => references[mark] ?? mark);
}
