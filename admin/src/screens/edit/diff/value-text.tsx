import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { JsonValue } from '../../../../../runtime/util/json.js';
import { documentTitle } from '../../../documents/document-title.js';
import { isEmptyValue, isRowField } from '../../../documents/form-values.js';
import { isRelation, type Reference, referenceKey, referencesOf } from '../../../documents/reference.js';
import { contentOf } from '../../../documents/stored-document.js';
import { useTargets } from '../../../fields/relationship/use-targets.js';
import { rowTitle } from '../../../fields/rows/row-title.js';
import { fieldTypeOf } from '../../../fields/types/index.js';
import { valueTexts } from '../../../fields/value-texts.js';
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
  if (isEmptyValue(field, value)) return <span className="diff-empty">{t.empty}</span>;
  if (isRelation(field)) return <References field={field} value={value} />;
  if (isRowField(field)) return <Rows field={field} value={value} />;
  return <Plain field={field} value={value} />;
}

function Plain({ field, value }: ValueTextProps): ReactNode {
  const t = useTexts(valueTexts);
  const formats = useFormats();
  const { text, look } = fieldTypeOf(field).text(field, value, { t, formats });
  if (look === 'plain') return text;
  return look === 'written' ? (
    <span className="diff-text">{text}</span>
  ) : (
    <code className="diff-mono">{text}</code>
  );
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
