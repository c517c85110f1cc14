import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { JsonObject, JsonValue } from '../../../../../runtime/util/json.js';
import { fieldLeaves } from '../../../documents/field-leaves.js';
import { emptyValue, isEmptyValue, isRowField, rowFields } from '../../../documents/form-values.js';
import { valueAt } from '../../../documents/path.js';
import { diffRows, type RowChange } from '../../../documents/row-diff.js';
import { isSame } from '../../../documents/same.js';
import { diffWords } from '../../../documents/word-diff.js';
import { textOfTree } from '../../../fields/rich-text/tree-text.js';
import { rowTitle } from '../../../fields/rows/row-title.js';
import { fieldTypeOf } from '../../../fields/types/index.js';
import type { FileChange } from '../../../files/file-change.js';
import { useTexts } from '../../../i18n/language.js';
import { Badge, type BadgeKind } from '../../../ui/badge.js';
import { FileDiff } from './file-diff.js';
import { ListDiff } from './list-diff.js';
import { diffTexts } from './texts.js';
import { ValueText } from './value-text.js';
import './diff.css';

interface DocumentDiffProps {
  readonly fields: readonly AdminFieldMeta[];
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The file of the document, if it is another one. */
  readonly file?: FileChange | null;
}

/** The differences between two states of a document, field by field. Equal fields are left out. */
export function DocumentDiff({ fields, before, after, file = null }: DocumentDiffProps): ReactNode {
  const t = useTexts(diffTexts);
  const changes = fieldLeaves(fields).flatMap(({ field, path, labels }) => {
    const sides = {
      before: valueAt(before, path) ?? emptyValue(field),
      after: valueAt(after, path) ?? emptyValue(field),
    };
    return isDifferent(field, sides) ? [{ field, labels, path, ...sides }] : [];
  });
  if (changes.length === 0 && file === null) return <p className="diff-none">{t.none}</p>;
  return (
    <dl className="diff">
      {file !== null && <FileDiff change={file} />}
      {changes.map((change) => (
        <div key={change.path.join('.')} className="diff-field">
          <dt>{change.labels.join(' › ')}</dt>
          <dd>
            <ValueDiff field={change.field} before={change.before} after={change.after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether a value has changed. Rows that differ only in their ids count as equal. */
function isDifferent(
  field: AdminFieldMeta,
  { before, after }: { readonly before: JsonValue; readonly after: JsonValue },
): boolean {
  if (isSame(before, after)) return false;
  return !isRowField(field) || diffRows(field, before, after).length > 0;
}

interface ValueDiffProps {
  readonly field: AdminFieldMeta;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** The change of a value: texts word by word, lists row by row, other types as both values. */
export function ValueDiff({ field, before, after }: ValueDiffProps): ReactNode {
  const t = useTexts(diffTexts);
  if (isRowField(field)) return <RowsDiff field={field} before={before} after={after} />;
  if (field.hasMany === true && !(isEmptyValue(field, before) || isEmptyValue(field, after))) {
    return <ListDiff field={field} before={before} after={after} />;
  }
  if (field.type === 'richText') {
    const [old, recent] = [textOfTree(before), textOfTree(after)];
    return old === recent ? (
      <p className="diff-note">{t.formatting}</p>
    ) : (
      <WordDiff before={old} after={recent} />
    );
  }
  if (typeof before === 'string' && typeof after === 'string' && fieldTypeOf(field).isText) {
    return <WordDiff before={before} after={after} />;
  }
  if (field.type === 'json' && before !== null && after !== null) {
    return (
      <WordDiff before={JSON.stringify(before, null, 2)} after={JSON.stringify(after, null, 2)} isMono />
    );
  }
  return (
    <div className="diff-both">
      <del>
        <span className="visually-hidden">{t.before} </span>
        <ValueText field={field} value={before} />
      </del>
      <ins>
        <span className="visually-hidden">{t.after} </span>
        <ValueText field={field} value={after} />
      </ins>
    </div>
  );
}

interface WordDiffProps {
  readonly before: string;
  readonly after: string;
  readonly isMono?: boolean;
}

function WordDiff({ before, after, isMono = false }: WordDiffProps): ReactNode {
  return (
    <p className={isMono ? 'diff-text diff-mono' : 'diff-text'} dir="auto">
      {diffWords(before, after).map(({ kind, text }, index) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of one text, never reordered.
        if (kind === 'added') return <ins key={index}>{text}</ins>;
        if (kind === 'removed') return <del key={index}>{text}</del>;
        return <span key={index}>{text}</span>;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above.
      })}
    </p>
  );
}

const rowKinds: Readonly<Record<RowChange['kind'], BadgeKind>> = {
  added: 'success',
  removed: 'danger',
  changed: 'info',
  moved: 'neutral',
};

function RowsDiff({ field, before, after }: ValueDiffProps): ReactNode {
  const t = useTexts(diffTexts);
  return (
    <ul className="diff-rows">
      {diffRows(field, before, after).map((change) => {
        const { kind, from, to } = change;
        const row = change.after ?? change.before;
        const type = field.blocks?.find(({ slug }) => slug === row?.['blockType'])?.label;
        const title = [type, rowTitle(field, row)].filter(Boolean).join(' · ');
        return (
          <li key={`${kind} ${from} ${to}`} className="diff-row">
            <p className="diff-row-head">
              <Badge kind={rowKinds[kind]}>{t[kind]}</Badge>
              <span className="row-number">
                {from !== null && to !== null && from !== to ? `${from} → ${to}` : (to ?? from)}
              </span>
              {title}
            </p>
            {kind === 'changed' && change.before !== null && change.after !== null && (
              <DocumentDiff
                fields={rowFields(field, change.after)}
                before={change.before}
                after={change.after}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
