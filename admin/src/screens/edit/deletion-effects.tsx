import type { ReactNode } from 'react';
import type { AdminReference, AdminReferences } from '../../../../runtime/codegen/admin-replies.js';
import { useLabelOf, useMeta } from '../../api/meta-context.js';
import { paths } from '../../app/paths.js';
import { fieldLabels } from '../../documents/field-labels.js';
import { useTexts } from '../../i18n/language.js';
import { Link } from '../../ui/link.js';
import { Notice } from '../../ui/states.js';
import { editTexts } from './texts.js';

interface DeletionEffectsProps {
  readonly effects: AdminReferences;
  /** Whether the document, and what is deleted along with it, can be restored. */
  readonly isToTrash: boolean;
}

/** Effects of a deletion: documents that prevent it, that are deleted too, and that lose a reference. */
export function DeletionEffects({ effects, isToTrash }: DeletionEffectsProps): ReactNode {
  const t = useTexts(editTexts);
  const labelOf = useLabelOf();
  const { deletable, references, deleted, cleared } = effects;
  if (!deletable) {
    return (
      <Notice kind="danger">
        <p>{t.deleteForbiddenText}</p>
        <ReferenceList references={references.filter(({ onDelete }) => onDelete === 'restrict')} />
      </Notice>
    );
  }
  if (references.length === 0) return <p className="edit-panel-text">{t.deleteNothing}</p>;
  return (
    <>
      {deleted.length > 0 && (
        <Notice kind="danger">
          <p>{isToTrash ? t.trashAlong : t.deleteAlong}</p>
          <ul className="effects">
            {deleted.map(({ slug, total }) => (
              <li key={slug}>{`${labelOf(slug)}: ${total}`}</li>
            ))}
          </ul>
          <ReferenceList references={references.filter(({ onDelete }) => onDelete === 'cascade')} />
        </Notice>
      )}
      {cleared.length > 0 && (
        <Notice kind="warning">
          <p>{t.deleteCleared}</p>
          <ReferenceList references={references.filter(({ onDelete }) => onDelete === 'set null')} />
        </Notice>
      )}
    </>
  );
}

function ReferenceList({ references }: { readonly references: readonly AdminReference[] }): ReactNode {
  const t = useTexts(editTexts);
  const labelOf = useLabelOf();
  const { collections, globals } = useMeta();
  const labelOfField = (slug: string, path: string): string => {
    const { fields = [] } = [...collections, ...globals].find((each) => each.slug === slug) ?? {};
    return fieldLabels(fields, path).join(' › ') || path;
  };
  return (
    <ul className="effects">
      {references.map(({ kind, slug, field, total, documents }) => (
        <li key={`${kind} ${slug} ${field}`}>
          {`${labelOf(slug)} (${labelOfField(slug, field)}): ${total}`}
          <ul className="effects">
            {documents.map((document) => (
              <li key={document.id}>
                <Link to={kind === 'global' ? paths.global(slug) : paths.document(slug, document.id)}>
                  {kind === 'global' ? labelOf(slug) : (document.title ?? document.id)}
                </Link>
              </li>
            ))}
            {total > documents.length && <li>{t.deleteMore(total - documents.length)}</li>}
          </ul>
        </li>
      ))}
    </ul>
  );
}
