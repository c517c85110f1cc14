import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import type { Where } from '../../api/documents.js';
import { useMeta } from '../../api/meta-context.js';
import { documentTitle } from '../../documents/document-title.js';
import { contentOf } from '../../documents/stored-document.js';
import { useTexts } from '../../i18n/language.js';
import { Select } from '../../ui/inputs.js';
import { relationshipTexts } from './texts.js';
import { titleSelect } from './use-targets.js';

/** The chosen values, by the name of the field; absent for all. */
export type Chosen = Readonly<Record<string, string>>;

/** More would fill the drawer. */
const maxFilters = 3;
const maxFolders = 200;

interface PickerFiltersProps {
  readonly meta: AdminCollectionMeta;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

interface Filter {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Narrows the list by folder, status, choices and yes or no. */
export function PickerFilters({ meta, chosen, onChange }: PickerFiltersProps): ReactNode {
  const t = useTexts(relationshipTexts);
  const folders = useFolders(meta);
  const filters = [...folders, ...filtersOf(meta, t)].slice(0, maxFilters);
  if (filters.length === 0) return null;
  return (
    <div className="picker-filters">
      {filters.map(({ name, label, options }) => (
        <Select
          key={name}
          aria-label={label}
          value={chosen[name] ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            const { [name]: _before, ...others } = chosen;
            onChange(value === '' ? others : { ...others, [name]: value });
          }}
        >
          <option value="">{t.anyOf(label)}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      ))}
    </div>
  );
}

/** Returns the conditions of the chosen values. */
export function conditionsOf(meta: AdminCollectionMeta, chosen: Chosen): readonly Where[] {
  return Object.entries(chosen).map(([name, value]): Where => {
    const field = meta.fields.find((each) => each.name === name);
    if (field?.type === 'boolean') return { [name]: { equals: value === 'true' } };
    return { [name]: { [field?.hasMany === true ? 'contains' : 'equals']: value } };
  });
}

function filtersOf(
  { fields, drafts, readDrafts }: AdminCollectionMeta,
  t: { status: string; draft: string; publishedStatus: string; yes: string; no: string },
): readonly Filter[] {
  const status: Filter = {
    name: '_status',
    label: t.status,
    options: [
      { value: 'draft', label: t.draft },
      { value: 'published', label: t.publishedStatus },
    ],
  };
  const answers = [
    { value: 'true', label: t.yes },
    { value: 'false', label: t.no },
  ];
  const own = fields.flatMap((field): readonly Filter[] => {
    const { name, label, type, options, hidden, operators, hasMany } = field;
    const needed = hasMany === true ? 'contains' : 'equals';
    if (hidden === true || !operators.some((operator) => operator === needed)) return [];
    if (type === 'boolean') return [{ name, label, options: answers }];
    return type === 'select' && options !== undefined ? [{ name, label, options }] : [];
  });
  return [...(drafts && readDrafts ? [status] : []), ...own];
}

function useFolders({ upload }: AdminCollectionMeta): readonly Filter[] {
  const t = useTexts(relationshipTexts);
  const api = useApi();
  const { collections } = useMeta();
  const folders = collections.find(({ slug, can }) => slug === upload?.folders && can.read !== false);
  const { data } = useQuery({
    queryKey: ['collection', folders?.slug, 'picker-folders'],
    queryFn: ({ signal }) =>
      api
        .collection(folders as AdminCollectionMeta)
        .find({ limit: maxFolders, select: titleSelect(folders as AdminCollectionMeta) }, { signal }),
    enabled: folders !== undefined,
  });
  if (folders === undefined || data === undefined || data.docs.length === 0) return [];
  const options = data.docs.map((document) => ({
    value: document.id,
    label: documentTitle(folders, contentOf(document)) ?? document.id,
  }));
  return [{ name: 'folder', label: t.folder, options }];
}
