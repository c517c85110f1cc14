import { type ReactNode, useState } from 'react';
import type { Document } from '../../api/documents.js';
import type { DocumentMeta } from '../../documents/document-source.js';
import { contentOf } from '../../documents/stored-document.js';
import { comparedFields } from '../../files/file-change.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DocumentDiff } from './diff/document-diff.js';
import { editTexts } from './texts.js';
import type { PendingChange } from './use-document-state.js';

interface PendingPanelProps {
  readonly meta: DocumentMeta;
  readonly document: Document;
  readonly published: Document;
  readonly pending: readonly PendingChange[];
}

/** The changes that are saved as a draft and not public yet. */
export function PendingPanel({ meta, document, published, pending }: PendingPanelProps): ReactNode {
  const t = useTexts(editTexts);
  const [isOpen, setIsOpen] = useState(false);
  const [before, after] = [contentOf(published), contentOf(document)];
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
          <DocumentDiff {...comparedFields(meta, before, after)} before={before} after={after} />
        </Dialog>
      )}
    </section>
  );
}
