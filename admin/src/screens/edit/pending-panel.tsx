import { type ReactNode, useState } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Document } from '../../api/documents.js';
import type { FieldLeaf } from '../../documents/field-leaves.js';
import { contentOf } from '../../documents/stored-document.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DocumentDiff } from './diff/document-diff.js';
import { editTexts } from './texts.js';

interface PendingPanelProps {
  readonly fields: readonly AdminFieldMeta[];
  readonly document: Document;
  readonly published: Document;
  readonly pending: readonly FieldLeaf[];
}

/** The changes that are saved as a draft and not public yet. */
export function PendingPanel({ fields, document, published, pending }: PendingPanelProps): ReactNode {
  const t = useTexts(editTexts);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="edit-panel" aria-labelledby="edit-pending">
      <h2 className="edit-panel-title" id="edit-pending">
        {t.pending(pending.length)}
      </h2>
      <p className="edit-panel-text">{pending.map(({ labels }) => labels.join(' › ')).join(', ')}</p>
      <Button size="small" icon="eye" onClick={() => setIsOpen(true)}>
        {t.pendingShow}
      </Button>
      {isOpen && (
        <Dialog isOpen isWide onClose={() => setIsOpen(false)} title={t.pendingTitle}>
          <DocumentDiff fields={fields} before={contentOf(published)} after={contentOf(document)} />
        </Dialog>
      )}
    </section>
  );
}
