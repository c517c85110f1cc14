import type { ReactNode } from 'react';
import type { Document, Value } from '../../api/documents.js';
import { useMeta } from '../../api/meta-context.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { Icon } from '../../ui/icon.js';
import { VisuallyHidden } from '../../ui/states.js';
import type { ListField } from './columns.js';
import { ListedStatus } from './listed-status.js';
import { listTexts } from './texts.js';
import { titleOf, valueAt } from './value-at.js';

interface CellProps {
  readonly field: ListField;
  readonly document: Document;
  readonly isChanged: boolean;
}

/** A value in a table row. */
export function Cell({ field, document, isChanged }: CellProps): ReactNode {
  const t = useTexts(listTexts);
  const formats = useFormats();
  if (field.path === '_status') return <ListedStatus document={document} isChanged={isChanged} />;
  const value = valueAt(document, field.path);
  if (value === null || value === undefined || value === '') return <span className="cell-empty">–</span>;
  switch (field.type) {
    case 'number':
      return Array.isArray(value)
        ? value.map(numberText(formats.number)).join(', ')
        : numberText(formats.number)(value);
    case 'boolean':
      return value === true ? <Tick text={t.yes} /> : <span className="cell-empty">{t.no}</span>;
    case 'date':
      return <DateTime value={String(value)} style={field.time ? 'moment' : 'day'} />;
    case 'select':
      return <Few values={asList(value).map((each) => optionLabel(field, each))} isBadge />;
    case 'relationship':
      return <Relations field={field} values={asList(value)} />;
    case 'point':
      return Array.isArray(value) ? `${value[1]}, ${value[0]}` : null;
    case 'array':
    case 'blocks':
      return t.rows(asList(value).length);
    case 'json':
      return <code className="cell-code">{JSON.stringify(value)}</code>;
    case 'richText':
      return textIn(value);
    default:
      return field.path === 'id' ? (
        <code className="cell-code">{String(value)}</code>
      ) : (
        asList(value).map(String).join(', ')
      );
  }
}

function numberText(format: (value: number) => string): (value: Value) => string {
  return (value) => (typeof value === 'number' ? format(value) : String(value));
}

function Tick({ text }: { readonly text: string }): ReactNode {
  return (
    <span className="cell-tick">
      <Icon name="check" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}

function asList(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [value];
}

function optionLabel({ options = [] }: ListField, value: Value): string {
  return options.find((option) => option.value === value)?.label ?? String(value);
}

interface FewProps {
  readonly values: readonly string[];
  readonly isBadge?: boolean;
}

/** The first of several values, and the number of the others. */
function Few({ values, isBadge = false }: FewProps): ReactNode {
  const t = useTexts(listTexts);
  const shown = values.slice(0, 2);
  const more = values.length - shown.length;
  if (values.length === 0) return <span className="cell-empty">–</span>;
  return (
    <span className="cell-few" title={more > 0 ? values.join(', ') : undefined}>
      {isBadge ? shown.map((value) => <Badge key={value}>{value}</Badge>) : shown.join(', ')}
      {more > 0 && <span className="cell-more">{t.andMore(more)}</span>}
    </span>
  );
}

/**
 * The titles of related documents. Documents that are deleted or not readable for the requester are missing.
 */
function Relations({
  field,
  values,
}: {
  readonly field: ListField;
  readonly values: readonly Value[];
}): ReactNode {
  const { collections } = useMeta();
  const names = values.flatMap((value) => {
    const reference = referenceOf(value, field);
    if (reference === null) return [];
    const target = collections.find(({ slug }) => slug === reference.collection);
    return titleOf(reference.document, target?.useAsTitle ?? 'id') || reference.document.id;
  });
  return <Few values={names} />;
}

function referenceOf(value: Value, field: ListField): { collection: string; document: Document } | null {
  if (typeof value !== 'object' || value === null) return null;
  // Populated, as the API returns it with depth 1.
  const found = value as { readonly collection?: string; readonly doc?: Document | null };
  if (!field.polymorphic) return { collection: field.to?.[0] ?? '', document: value as unknown as Document };
  return found.doc ? { collection: found.collection ?? '', document: found.doc } : null;
}

/** The beginning of a rich text, as plain text. */
function textIn(value: Value): string {
  const texts: string[] = [];
  const collect = (node: unknown): void => {
    if (texts.length > 20 || typeof node !== 'object' || node === null) return;
    const { text, content } = node as { readonly text?: unknown; readonly content?: unknown };
    if (typeof text === 'string') texts.push(text);
    if (Array.isArray(content)) content.forEach(collect);
  };
  collect(value);
  return texts.join(' ').slice(0, 140);
}
