/**
 * Converts a TSDoc comment to Markdown: without comment marks, links as links, tags as sentences. Tags for
 * tools are left out.
 */
export function plainComment(comment: string): string {
  const lines = comment
    .slice('/**'.length, -'*/'.length)
    .replace(/^\*+|\*+$/g, '')
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const [summary, ...tags] = sections(lines);
  return [withLinks(summary?.text ?? ''), ...tags.map(tagText)]
    .filter((part) => part !== '')
    .join('\n\n')
    .trim();
}

interface Section {
  readonly tag: string;
  readonly text: string;
}

/** The text before the first block tag, and each tag with its own. Tags in a fenced example do not count. */
function sections(lines: readonly string[]): readonly Section[] {
  const found: { tag: string; lines: string[] }[] = [{ tag: '', lines: [] }];
  let isFenced = false;
  for (const line of lines) {
    const [, tag, rest = ''] = (isFenced ? null : /^\s*@(\w+)\s*(.*)$/.exec(line)) ?? [];
    if (tag !== undefined) found.push({ tag, lines: [rest] });
    else found.at(-1)?.lines.push(line);
    if (/^\s*```/.test(line)) isFenced = !isFenced;
  }
  return found.map(({ tag, lines: own }) => ({ tag, text: own.join('\n').replace(/^\n+|\s+$/g, '') }));
}

/** How a tag's text begins. */
const openings: ReadonlyMap<string, string> = new Map([
  ['remarks', ''],
  ['description', ''],
  ['deprecated', 'Deprecated: '],
  ['example', 'Example: '],
  ['default', 'Default: '],
  ['defaultValue', 'Default: '],
  ['see', 'See '],
]);

function tagText({ tag, text }: Section): string {
  const opening = openings.get(tag);
  if (opening === undefined) return '';
  if (text === '') return tag === 'deprecated' ? 'Deprecated.' : '';
  return withLinks(
    `${text.startsWith('```') ? opening.trim() : opening}${text.startsWith('```') ? '\n\n' : ''}${text}`,
  );
}

/** `{@link https://x | text}` → `[text](https://x)`; a link to a name → the name as code. */
function withLinks(text: string): string {
  return text.replace(
    /\{@link(?:code|plain)?\s+([^}\s|]+)\s*(?:\|?\s*([^}]*))?\}/g,
    (_all, target: string, label = '') => {
      const shown = String(label).trim();
      if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target))
        return shown === '' ? `<${target}>` : `[${shown}](${target})`;
      return shown === '' ? `\`${target}\`` : shown;
    },
  );
}
