import type { ReactNode } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { AdminOverview } from '../../../../runtime/codegen/admin-overview.js';
import { useMeta } from '../../api/meta-context.js';
import { documentIcon } from '../../app/document-icon.js';
import { paths } from '../../app/paths.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { Icon } from '../../ui/icon.js';
import { Link } from '../../ui/link.js';
import { VisuallyHidden } from '../../ui/states.js';
import { dashboardTexts } from './texts.js';

/** Returns the content collections that the requester may read. */
export function useShownCollections(): readonly AdminCollectionMeta[] {
  const { collections, auth } = useMeta();
  return collections.filter(
    ({ slug, can, foldersOf }) =>
      can.read !== false && !(slug === 'users' && auth !== null) && foldersOf === undefined,
  );
}

interface CollectionTilesProps {
  readonly collections: readonly AdminCollectionMeta[];
  readonly overview: AdminOverview;
}

/** A tile for each collection, with its number of documents and a link to create one. */
export function CollectionTiles({ collections, overview }: CollectionTilesProps): ReactNode {
  const t = useTexts(dashboardTexts);
  const formats = useFormats();
  return (
    <section aria-label={t.collections}>
      <ul className="tiles">
        {collections.map((collection) => {
          const { slug, labels, can } = collection;
          const total = overview.collections.find((each) => each.slug === slug)?.total ?? 0;
          return (
            <li key={slug} className="tile">
              <Link to={paths.collection(slug)} className="tile-link">
                <span className="tile-label">
                  <Icon name={documentIcon(collection)} />
                  <span>{labels.plural}</span>
                </span>
                <span className="tile-count">
                  <span aria-hidden="true">{formats.number(total)}</span>
                  <VisuallyHidden>{t.documents(total)}</VisuallyHidden>
                </span>
              </Link>
              {can.create !== false && (
                <Link
                  to={paths.newDocument(slug)}
                  className="button button-ghost button-small button-icon tile-new"
                >
                  <Icon name="add" />
                  <VisuallyHidden>{t.create(labels.singular)}</VisuallyHidden>
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
