import { type ReactNode, useMemo } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useMeta } from '../../api/meta-context.js';
import { addressOf, paths } from '../../app/paths.js';
import { documentTitle } from '../../documents/document-title.js';
import { type Reference, referenceKey } from '../../documents/reference.js';
import { referencesIn } from '../../documents/references-in.js';
import { contentOf } from '../../documents/stored-document.js';
import { useFormState } from '../../fields/form-context.js';
import { useTargets } from '../../fields/relationship/use-targets.js';
import { useTexts } from '../../i18n/language.js';
import { Notice } from '../../ui/states.js';
import { editTexts } from './texts.js';

/** Enough for a note; more files are not looked up. */
const maxFiles = 100;

/** Names the files of a document that the public will not see when it is published: they are drafts. */
export function DraftFiles({ fields }: { readonly fields: readonly AdminFieldMeta[] }): ReactNode {
  const t = useTexts(editTexts);
  const { collections } = useMeta();
  const values = useFormState((state) => state.values);
  const files = useMemo((): readonly Reference[] => {
    const withDrafts = new Set(
      collections.flatMap(({ slug, upload, drafts }) => (upload !== undefined && drafts ? [slug] : [])),
    );
    if (withDrafts.size === 0) return [];
    const found = referencesIn(fields, values).filter(({ collection }) => withDrafts.has(collection));
    return [...new Map(found.map((file) => [referenceKey(file), file])).values()].slice(0, maxFiles);
  }, [collections, fields, values]);
  const targetOf = useTargets(files);
  const drafts = files.flatMap((file) => {
    const target = targetOf(file);
    if (target.kind !== 'found' || target.document._status !== 'draft') return [];
    return [{ file, name: documentTitle(target.meta, contentOf(target.document)) ?? file.id }];
  });
  if (drafts.length === 0) return null;
  return (
    <Notice kind="warning">
      {t.draftFiles(drafts.length)}
      <ul className="edit-draft-files">
        {drafts.map(({ file, name }) => (
          <li key={referenceKey(file)}>
            <a href={addressOf(paths.document(file.collection, file.id))} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
