import type { ReactNode } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../../api/api.js';
import { useApi } from '../../../api/api-context.js';
import type { Value } from '../../../api/documents.js';
import { useMeta } from '../../../api/meta-context.js';
import { titleOf } from '../../../documents/listed-value.js';
import { useTexts } from '../../../i18n/language.js';
import { IconButton } from '../../../ui/button.js';
import { Combobox } from '../../../ui/combobox.js';
import type { ComboboxOption, ComboboxSearch } from '../../../ui/combobox-options.js';
import { listTexts } from '../texts.js';
import type { OperandProps } from './operand-props.js';
import { useReferenceLabels } from './reference-labels.js';

interface ReferenceOperandProps extends OperandProps {
  readonly isMany: boolean;
}

/** Chooses a document as the operand of a condition, by a search in titles. */
export function ReferenceOperand({ field, value, onChange, isMany }: ReferenceOperandProps): ReactNode {
  const api = useApi();
  const t = useTexts(listTexts);
  const { collections } = useMeta();
  const targets = collections.filter(({ slug, can }) => field.to?.includes(slug) && can.read !== false);
  const chosen = (isMany ? (Array.isArray(value) ? value : []) : value === undefined ? [] : [value]).map(
    (each) => JSON.stringify(each),
  );
  const labels = useReferenceLabels(field, chosen);
  const search = searchIn(api, targets, field.polymorphic === true);
  const optionOf = (key: string): ComboboxOption => ({ value: key, label: labels.get(key) ?? '…' });
  const set = (keys: readonly string[]): void => {
    const values = keys.map((key) => JSON.parse(key) as Value);
    onChange(isMany ? (values.length === 0 ? undefined : values) : values[0]);
  };
  if (!isMany) {
    return (
      <Combobox
        aria-label={t.value}
        search={search}
        value={chosen[0] === undefined ? null : optionOf(chosen[0])}
        onChange={(option) => set(option === null ? [] : [option.value])}
      />
    );
  }
  return (
    <div className="stack-tight">
      {chosen.map((key) => (
        <span key={key} className="filter-chosen">
          {labels.get(key) ?? '…'}
          <IconButton
            icon="close"
            size="small"
            label={t.removeFilter(labels.get(key) ?? '')}
            onClick={() => set(chosen.filter((each) => each !== key))}
          />
        </span>
      ))}
      <Combobox
        aria-label={t.value}
        search={search}
        value={null}
        isPicker
        isTaken={(key) => chosen.includes(key)}
        onChange={(option) => option && set([...chosen, option.value])}
      />
    </div>
  );
}

const matches = 12;

/** Searches the titles of the target collections. The value of an option is the operand as JSON. */
function searchIn(api: Api, targets: readonly AdminCollectionMeta[], isPolymorphic: boolean): ComboboxSearch {
  return {
    key: ['operand', ...targets.map(({ slug }) => slug)],
    async find(text, signal) {
      const pages = await Promise.all(
        targets.map(async (target) => {
          const { slug, useAsTitle, labels } = target;
          const canSearch = useAsTitle !== 'id' && text !== '';
          const found = await api.collection(target).find(
            {
              ...(canSearch && { where: { [useAsTitle]: { contains: text } } }),
              ...(useAsTitle !== 'id' && { select: useAsTitle }),
              limit: matches,
              count: 'none',
            },
            { signal },
          );
          const options = found.docs.map((document) => ({
            value: JSON.stringify(isPolymorphic ? { collection: slug, id: document.id } : document.id),
            label: titleOf(document, useAsTitle) || document.id,
            ...(isPolymorphic && { note: labels.singular }),
          }));
          return { options, hasMore: found.hasNextPage };
        }),
      );
      return { options: pages.flatMap((page) => page.options), hasMore: pages.some((page) => page.hasMore) };
    },
  };
}
