import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../runtime/util/json.js';
import { useApi } from '../../api/api-context.js';
import { useCollectionMeta } from '../../api/meta-context.js';
import { documentQuery } from '../../api/queries.js';
import { NotFoundScreen } from '../../app/not-found-screen.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import type { ScreenProps } from '../../app/route.js';
import { fieldAt } from '../../documents/document-title.js';
import { fieldLeaves } from '../../documents/field-leaves.js';
import { emptyValue, formValues, initialValues, withNewRowIds } from '../../documents/form-values.js';
import { valueAt, withValueAt } from '../../documents/path.js';
import { contentOf } from '../../documents/stored-document.js';
import { useTexts } from '../../i18n/language.js';
import { EmptyState, ErrorState, LoadingScreen } from '../../ui/states.js';
import { NewDocument } from './new-document.js';
import { editTexts } from './texts.js';

/**
 * A new document: with its defaults, with values from the link (`?preset={"post":"id"}`), or as a copy
 * (`?from=id`).
 */
export function CreateScreen({ params }: ScreenProps<'slug'>): ReactNode {
  const t = useTexts(editTexts);
  const meta = useCollectionMeta(params.slug);
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const [count, setCount] = useState(0);
  if (meta === undefined) return <NotFoundScreen />;
  if (meta.can.create === false) {
    return (
      <Page
        title={t.newTitle(meta.labels.singular)}
        crumbs={[{ label: meta.labels.plural, to: paths.collection(meta.slug) }]}
      >
        <EmptyState icon="lock" title={t.mayNotCreate(meta.labels.plural)} />
      </Page>
    );
  }
  // What was preset or copied belongs to the first one only.
  const onAnother = (): void => {
    navigate(paths.newDocument(meta.slug), { replace: true });
    setCount(count + 1);
  };
  const from = search.get('from');
  if (from !== null) return <Copied meta={meta} id={from} onAnother={onAnother} />;
  return (
    <NewDocument
      key={count}
      meta={meta}
      initial={withPreset(meta, initialValues(meta.fields), search.get('preset'))}
      onAnother={onAnother}
    />
  );
}

interface CopiedProps {
  readonly meta: AdminCollectionMeta;
  readonly id: string;
  readonly onAnother: () => void;
}

function Copied({ meta, id, onAnother }: CopiedProps): ReactNode {
  const t = useTexts(editTexts);
  const api = useApi();
  const { data, error, refetch } = useQuery({ ...documentQuery(api, meta, id), staleTime: Infinity });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingScreen shape="form" />;
  const values = withNewRowIds(meta.fields, formValues(meta.fields, contentOf(data)));
  return <NewDocument meta={meta} initial={asCopy(meta, values, t.copyOf)} onAnother={onAnother} />;
}

/** Empties unique values, which the service would refuse in a copy, and marks the title as that of a copy. */
function asCopy(
  meta: AdminCollectionMeta,
  values: JsonObject,
  copyOf: (title: string) => string,
): JsonObject {
  let copy = values;
  for (const { field, path } of fieldLeaves(meta.fields)) {
    const value = valueAt(values, path);
    const isTitle = path.join('.') === meta.useAsTitle && field.type === 'text' && typeof value === 'string';
    if (field.unique === true || field.type === 'slug') copy = withValueAt(copy, path, emptyValue(field));
    else if (isTitle) copy = withValueAt(copy, path, copyOf(value).slice(0, field.maxLength ?? Infinity));
  }
  return copy;
}

/** Adds the values from the link. Paths that are not fields of the collection are ignored. */
function withPreset(meta: AdminCollectionMeta, initial: JsonObject, text: string | null): JsonObject {
  return Object.entries(presetOf(text)).reduce((values, [path, value]) => {
    const steps = path.split('.');
    return fieldAt(meta.fields, steps) === undefined ? values : withValueAt(values, steps, value);
  }, initial);
}

function presetOf(text: string | null): { readonly [path: string]: JsonValue } {
  try {
    const preset: unknown = JSON.parse(text ?? '{}');
    return isJsonObject(preset) ? preset : {};
  } catch {
    // Invalid JSON, such as that of a truncated link, sets nothing.
    return {};
  }
}
