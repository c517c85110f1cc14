/**
 * Converts the subset of Markdown that descriptions use to HTML: paragraphs, lists, `code`, **strong**.
 * Everything is escaped first, so no text can become an element; all other text stays as written.
 */
export function markdownToHtml(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .filter((block) => block !== '')
    .map((block) => (/^[-*] /.test(block) ? list(block) : `<p>${inline(block)}</p>`))
    .join('\n');
}

/** The same for inline text: no paragraphs. */
export function markdownToInlineHtml(text: string): string {
  return inline(text.trim().replace(/\s*\n\s*/g, ' '));
}

function list(block: string): string {
  const items = block.split(/\n(?=[-*] )/).map((item) => `<li>${inline(item.slice(2))}</li>`);
  return `<ul>${items.join('')}</ul>`;
}

function inline(text: string): string {
  return text
    .split(/(`+)(?!`)([\s\S]*?[^`])\1(?!`)/)
    .map((part, index) => inlinePart(part, index % 3))
    .join('');
}

/** `split` with two groups gives text, fence, code, text, fence, code... */
function inlinePart(part: string, position: number): string {
  if (position === 1) return '';
  if (position === 2) return `<code>${escapeHtml(part.replace(/^ (.*) $/s, '$1'))}</code>`;
  return escapeHtml(decodeEntities(part)).replace(/\*\*(.+?)\*\*/gs, '<strong>$1</strong>');
}

/** Descriptions write `&lt;` where Markdown would take a tag. */
function decodeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&#58;', ':').replaceAll('&amp;', '&');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes text for the content of an element; not for attributes, where quotes would have to be escaped too.
 */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (mark) => entities[mark] ?? mark);
}
