import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { isRelation } from '../../../runtime/fields/relation.js';
import type { IrField } from '../../ir/ir.js';

/**
 * A text of the config as Markdown that shows it literally. OpenAPI descriptions are CommonMark with HTML, so
 * a tag would be interpreted, and `<script>` is refused by linters; inside code spans a tag is only text.
 */
export function markdown(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? defused(part) : part.replace(/<(?=[a-z/!?])/gi, '&lt;')))
    .join('')
    .replace(/javascript:/gi, (scheme) => scheme.replace(':', '&#58;'));
}

function defused(code: string): string {
  return code.replace(/<(?=script\b|[a-z][^>]*\bon[a-z]+\s*=)/gi, '&lt;');
}

/** The description of a field, else a label that says more than its name. */
export function describeField(field: IrField): string | null {
  if (field.description !== null) return markdown(field.description);
  return bare(field.label) === bare(field.descriptor.name) ? null : markdown(field.label);
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Sentences of one text; those that are null are left out. */
export function sentences(...parts: readonly (string | null | false)[]): string | null {
  const said = parts.filter((part) => typeof part === 'string' && part !== '');
  return said.length === 0 ? null : said.join(' ');
}

/** A code span with any content. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  if (longest === 0) return `\`${text}\``;
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${text} ${fence}`;
}

/** What the nodes of a rich text with blocks name. */
export function blocksNote(descriptor: FieldDescriptor): string | null {
  if (descriptor.type !== 'richText' || descriptor.blocksField === undefined) return null;
  return `A node \`block\` shows the row of ${codeSpan(descriptor.blocksField)} with its \`attrs.id\`.`;
}

/** The target collections of a relation's ids. */
export function targetNote(descriptor: FieldDescriptor): string | null {
  if (!isRelation(descriptor) || descriptor.polymorphic) return null;
  const target = codeSpan(descriptor.to.join());
  return descriptor.hasMany ? `Ids in ${target}.` : `Id in ${target}.`;
}
