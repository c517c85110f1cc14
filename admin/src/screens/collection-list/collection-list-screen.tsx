import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useCollectionMeta } from '../../api/meta-context.js';
import { NotFoundScreen } from '../../app/not-found-screen.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import type { ScreenProps } from '../../app/route.js';
import { creationOfFile } from '../../files/file-fields.js';
import { useTexts } from '../../i18n/language.js';
import { DescriptionText } from '../../ui/description-text.js';
import { ButtonLink } from '../../ui/link.js';
import { CollectionList } from './collection-list.js';
import { listTexts } from './texts.js';
import './list-page.css';
import './collection-list.css';
import './filter/filter.css';
import './bulk/bulk.css';
import './cards.css';

/** Loaded for collections with files only. */
const ChooseFiles = lazy(async () => ({ default: (await import('./library/choose-files.js')).ChooseFiles }));

/** The documents of a collection. */
export function CollectionListScreen({ params }: ScreenProps<'slug'>): ReactNode {
  const t = useTexts(listTexts);
  const meta = useCollectionMeta(params.slug);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  if (meta === undefined || meta.can.read === false) return <NotFoundScreen />;
  const { slug, labels, description, can } = meta;
  const upload = meta.upload !== undefined && creationOfFile(meta) !== null ? meta.upload : undefined;
  return (
    <Page
      title={labels.plural}
      note={description && <DescriptionText text={description} />}
      isFilling
      actions={
        <>
          {hasTrash(meta) && (
            <ButtonLink to={paths.trash(slug)} variant="ghost" icon="trash">
              {t.trash}
            </ButtonLink>
          )}
          {can.create !== false && (
            <>
              <ButtonLink
                to={paths.newDocument(slug)}
                variant={upload === undefined ? 'primary' : 'secondary'}
                icon="add"
              >
                {t.create(labels.singular)}
              </ButtonLink>
              {upload !== undefined && (
                <Suspense>
                  <ChooseFiles upload={upload} onChoose={setChosen} />
                </Suspense>
              )}
            </>
          )}
        </>
      }
    >
      <CollectionList key={slug} meta={meta} chosen={chosen} />
    </Page>
  );
}

/** Whether deleted documents can be found again, by this user. */
function hasTrash({ trash, can }: AdminCollectionMeta): boolean {
  return trash !== undefined && can.delete !== false;
}
