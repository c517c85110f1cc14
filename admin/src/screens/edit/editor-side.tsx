import type { ReactNode } from 'react';
import type { DocumentRights, DocumentSource } from '../../documents/document-source.js';
import { useTexts } from '../../i18n/language.js';
import { DateTime } from '../../ui/date-time.js';
import { ButtonLink } from '../../ui/link.js';
import { DraftFiles } from './draft-files.js';
import { PendingPanel } from './pending-panel.js';
import { SchedulePanel } from './schedule-panel.js';
import { editTexts } from './texts.js';
import { type PublicState, useSchedule } from './use-document-state.js';
import type { EditorHandle } from './use-editor.js';

interface EditorSideProps {
  readonly source: DocumentSource;
  readonly editor: EditorHandle;
  readonly rights: DocumentRights;
  readonly publicState: PublicState | undefined;
  /** Fields whose place is the side panel. */
  readonly children: ReactNode;
}

/** The side panel of the editor: fields, the schedule, pending changes and facts. */
export function EditorSide(props: EditorSideProps): ReactNode {
  const { source, editor, rights, publicState, children } = props;
  const { meta } = source;
  const { document } = editor;
  const t = useTexts(editTexts);
  const schedule = useSchedule(source, document, rights);
  return (
    <aside className="edit-side" aria-label={t.side}>
      {rights.update && <DraftFiles fields={meta.fields} />}
      {children}
      {schedule !== undefined && (
        <SchedulePanel
          schedule={schedule}
          onCancel={() => editor.act('cancel', () => source.cancelSchedule(), t.planCancelled)}
        />
      )}
      {publicState !== undefined && publicState.published !== null && publicState.pending.length > 0 && (
        <PendingPanel
          meta={meta}
          document={document}
          published={publicState.published}
          pending={publicState.pending}
        />
      )}
      <dl className="edit-facts">
        <div>
          <dt>{t.created}</dt>
          <dd>
            <DateTime value={document.createdAt} style="relative" isNeverIfNull />
          </dd>
        </div>
        <div>
          <dt>{t.changed}</dt>
          <dd>
            <DateTime value={document.updatedAt} style="relative" isNeverIfNull />
          </dd>
        </div>
        <div>
          <dt>{t.revision}</dt>
          <dd>{document._revision}</dd>
        </div>
        {meta.kind === 'collection' && (
          <div>
            <dt>{t.id}</dt>
            <dd>
              <code className="edit-id">{document.id}</code>
            </dd>
          </div>
        )}
      </dl>
      {meta.versions && rights.update && (
        <ButtonLink to={source.versionsPath} icon="history" size="small">
          {t.history}
        </ButtonLink>
      )}
    </aside>
  );
}
