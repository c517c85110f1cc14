import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { JsonValue } from '../../../../../runtime/util/json.js';
import { documentTitle } from '../../../documents/document-title.js';
import { isEmptyValue, isRowField } from '../../../documents/form-values.js';
import { type Reference, referenceKey, referencesOf } from '../../../documents/reference.js';
import { contentOf } from '../../../documents/stored-document.js';
import { useTargets } from '../../../fields/relationship/use-targets.js';
import { textOfTree } from '../../../fields/rich-text/tree.js';
import { rowTitle } from '../../../fields/rows/row-title.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { diffTexts } from './texts.js';

interface ValueTextProps {
  readonly field: AdminFieldMeta;
  readonly value: JsonValue;
}

/** A value as readable text. */
export function ValueText({ field, value }: ValueTextProps): ReactNode {
  const t = useTexts(diffTexts);
  if (isEmptyValue(value)) return <span className="diff-empty">{t.empty}</span>;
  if (field.type === 'relationship') return <References field={field} value={value} />;
  if (isRowField(field)) return <Rows field={field} value={value} />;
  return <Plain field={field} value={value} />;
}

function Plain({ field, value }: ValueTextProps): ReactNode {
  const t = useTexts(diffTexts);
  const formats = useFormats();
  if (Array.isArray(value) && field.type === 'point') return t.point(Number(value[1]), Number(value[0]));
  if (Array.isArray(value) && field.hasMany === true) {
    return value.map((item: JsonValue) => itemText(field, item)).join(', ');
  }
  switch (field.type) {
    case 'boolean':
      return value === true ? t.yes : t.no;
    case 'date':
      return field.time === true ? formats.dateTime(String(value)) : formats.day(String(value));
    case 'select':
      return optionLabel(field, value) ?? String(value);
    case 'richText':
      return <span className="diff-text">{textOfTree(value)}</span>;
    default:
      return typeof value === 'string' ? (
        <span className="diff-text">{value}</span>
      ) : (
        <code className="diff-mono">{JSON.stringify(value)}</code>
      );
  }
}

/** The text of one value of a list: the label of its option, or the value itself. */
export function itemText(field: AdminFieldMeta, item: JsonValue): string {
  return optionLabel(field, item) ?? String(item);
}

function optionLabel({ options }: AdminFieldMeta, value: JsonValue): string | undefined {
  return options?.find((option) => option.value === value)?.label;
}

function References({ field, value }: ValueTextProps): ReactNode {
  const references = referencesOf(field, value);
  const textOf = useReferenceText(references);
  return (
    <ul className="diff-list">
      {references.map((reference) => (
        <li key={referenceKey(reference)}>{textOf(reference)}</li>
      ))}
    </ul>
  );
}

/** Returns a function that renders a reference: the title of its document, or the id. */
export function useReferenceText(references: readonly Reference[]): (reference: Reference) => ReactNode {
  const targetOf = useTargets(references);
  return (reference) => {
    const target = targetOf(reference);
    const title = target.kind === 'found' ? documentTitle(target.meta, contentOf(target.document)) : null;
    return title ?? <code className="target-id">{reference.id}</code>;
  };
}

function Rows({ field, value }: ValueTextProps): ReactNode {
  const t = useTexts(diffTexts);
  const rows: readonly JsonValue[] = Array.isArray(value) ? value : [];
  return (
    <ol className="diff-list">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of one state, never reordered.
        <li key={index}>{rowTitle(field, row) || t.row(index + 1)}</li>
      ))}
    </ol>
  );
}
