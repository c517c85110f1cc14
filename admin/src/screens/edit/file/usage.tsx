import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { segment } from '../../../../../templates/sdk/methods.js';
import { useApi } from '../../../api/api-context.js';
import type { Page } from '../../../api/documents.js';
import { useMeta } from '../../../api/meta-context.js';
import { paths } from '../../../app/paths.js';
import { documentTitle, fieldAt } from '../../../documents/document-title.js';
import { contentOf } from '../../../documents/stored-document.js';
import { useTargets } from '../../../fields/relationship/use-targets.js';
import { fileTexts } from '../../../files/texts.js';
import { useErrorText } from '../../../i18n/error-text.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Link } from '../../../ui/link.js';
import { Skeleton } from '../../../ui/states.js';

/** A field that refers to the document, as the API lists it. */
interface Usage {
  /** Slug of a collection, or `globals.` and that of a global. */
  readonly collection: string;
  readonly id: string;
  readonly field: string;
}

/** Entries that are read at first; more are read on demand. */
const firstRead = 10;
const maxRead = 100;

const globalPrefix = 'globals.';

interface UsageListProps {
  readonly slug: string;
  readonly id: string;
}

/** Where a file is used, as far as the requester may read it. */
export function UsageList({ slug, id }: UsageListProps): ReactNode {
  const t = useTexts(fileTexts);
  const api = useApi();
  const errorText = useErrorText();
  const [limit, setLimit] = useState(firstRead);
  const { data, error } = useQuery({
    queryKey: ['collection', slug, 'usage', id, limit],
    queryFn: ({ signal }) =>
      api.call<Page<Usage>>('GET', `${slug}/${segment(id)}/usage?limit=${limit}`, undefined, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <div className="file-usage">
      <h2 className="file-usage-title">{t.usage}</h2>
      {error !== null && <p>{errorText(error)}</p>}
      {data === undefined && error === null && <Skeleton width="12rem" />}
      {data !== undefined && data.docs.length === 0 && <p className="file-usage-none">{t.unused}</p>}
      {data !== undefined && <Entries entries={data.docs} />}
      {data?.hasNextPage && limit < maxRead && (
        <Button size="small" variant="ghost" onClick={() => setLimit(maxRead)}>
          {t.usageMore(data.totalDocs - data.docs.length)}
        </Button>
      )}
    </div>
  );
}

function Entries({ entries }: { readonly entries: readonly Usage[] }): ReactNode {
  const { collections, globals } = useMeta();
  const documents = entries.filter(({ collection }) => !collection.startsWith(globalPrefix));
  const targetOf = useTargets(documents);
  return (
    <ul className="file-usage-list">
      {entries.map((entry) => {
        const { collection, id, field } = entry;
        const isGlobal = collection.startsWith(globalPrefix);
        const slug = isGlobal ? collection.slice(globalPrefix.length) : collection;
        const meta = (isGlobal ? globals : collections).find((each) => each.slug === slug);
        const target = isGlobal ? null : targetOf(entry);
        const title =
          target?.kind === 'found' ? documentTitle(target.meta, contentOf(target.document)) : null;
        const kind = meta?.kind === 'global' ? meta.label : (meta?.labels.singular ?? slug);
        const label = fieldAt(meta?.fields ?? [], field.split('.'))?.label ?? field;
        return (
          <li key={`${collection}/${id}/${field}`}>
            <Link to={isGlobal ? paths.global(slug) : paths.document(slug, id)}>
              {isGlobal ? kind : (title ?? id)}
            </Link>{' '}
            <span className="file-usage-field">{isGlobal ? label : `${kind} · ${label}`}</span>
          </li>
        );
      })}
    </ul>
  );
}
