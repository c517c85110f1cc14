import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { JsonValue } from '../../../../../runtime/util/json.js';
import { type DiffItem, diffItems } from '../../../documents/item-diff.js';
import { isRelation, type Reference, referenceKey, referencesOf } from '../../../documents/reference.js';
import { itemText } from '../../../fields/option-label.js';
import { useTexts } from '../../../i18n/language.js';
import { diffTexts } from './texts.js';
import { useReferenceText } from './value-text.js';

interface ListDiffProps {
  readonly field: AdminFieldMeta;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** Of a longer list only the changed items are shown. */
const maxWholeLength = 20;

/** The changes of a list of values or relations, item by item. */
export function ListDiff({ field, before, after }: ListDiffProps): ReactNode {
  if (!isRelation(field)) {
    const items = diffItems(itemsOf(before), itemsOf(after), (item) => JSON.stringify(item));
    return (
      <Items items={items} keyOf={(item) => JSON.stringify(item)} textOf={(item) => itemText(field, item)} />
    );
  }
  const references = diffItems(referencesOf(field, before), referencesOf(field, after), referenceKey);
  return <ReferenceItems items={references} />;
}

function itemsOf(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function ReferenceItems({ items }: { readonly items: readonly DiffItem<Reference>[] }): ReactNode {
  const textOf = useReferenceText(shown(items).map(({ item }) => item));
  return <Items items={items} keyOf={referenceKey} textOf={textOf} />;
}

interface ItemsProps<T> {
  readonly items: readonly DiffItem<T>[];
  readonly keyOf: (item: T) => string;
  readonly textOf: (item: T) => ReactNode;
}

function Items<T>({ items, keyOf, textOf }: ItemsProps<T>): ReactNode {
  const t = useTexts(diffTexts);
  const told = shown(items);
  return (
    <>
      <ul className="diff-list">
        {told.map(({ kind, item }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: never reordered, and items may repeat.
          <li key={`${index} ${keyOf(item)}`}>
            {kind === 'same' && textOf(item)}
            {kind === 'removed' && (
              <del>
                <span className="visually-hidden">{t.removed}: </span>
                {textOf(item)}
              </del>
            )}
            {kind === 'added' && (
              <ins>
                <span className="visually-hidden">{t.added}: </span>
                {textOf(item)}
              </ins>
            )}
          </li>
        ))}
      </ul>
      {told.length < items.length && <p className="diff-note">{t.unchanged(items.length - told.length)}</p>}
    </>
  );
}

function shown<T>(items: readonly DiffItem<T>[]): readonly DiffItem<T>[] {
  return items.length <= maxWholeLength ? items : items.filter(({ kind }) => kind !== 'same');
}
