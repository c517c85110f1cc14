import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useAskBeforeLeaving } from '../../app/leave-guard.js';
import { paths } from '../../app/paths.js';
import { isDirty } from '../../documents/form-store.js';
import { useFormState } from '../../fields/form-context.js';
import { useTexts } from '../../i18n/language.js';
import { Button, IconButton } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { ButtonLink } from '../../ui/link.js';
import { Menu, MenuItem, MenuLine, MenuLink } from '../../ui/menu.js';
import { DeleteDialog } from './delete-dialog.js';
import type { DocumentRights, DocumentSource } from './document-source.js';
import { PendingPanel } from './pending-panel.js';
import { ScheduleDialog } from './schedule-dialog.js';
import { SchedulePanel } from './schedule-panel.js';
import { StepDialog, type StepName } from './step-dialog.js';
import { editTexts } from './texts.js';
import { type PublicState, useSchedule } from './use-document-state.js';
import type { EditorHandle } from './use-editor.js';

/** Target of the link that skips the fields. */
export const actionsId = 'edit-actions';

interface EditorSideProps {
  readonly source: DocumentSource;
  readonly editor: EditorHandle;
  readonly rights: DocumentRights;
  readonly publicState: PublicState | undefined;
  /** What else can be done with the document. */
  readonly children?: ReactNode;
}

/** The side panel of the editor: saving and publishing, the schedule, pending changes and facts. */
export function EditorSide(props: EditorSideProps): ReactNode {
  const { source, editor, rights, publicState, children } = props;
  const { meta } = source;
  const { document } = editor;
  const t = useTexts(editTexts);
  const schedule = useSchedule(source, document, rights);
  return (
    <aside className="edit-side" aria-label={t.side}>
      {hasActions(source, rights) && (
        <EditorActions {...props} isPlanned={Boolean(schedule?.publishAt ?? schedule?.unpublishAt)} />
      )}
      {children}
      {editor.autosave !== 'off' && (
        <p className="edit-autosave">
          {{ unsaved: t.autosaveUnsaved, saving: t.autosaveSaving, saved: t.autosaveSaved }[editor.autosave]}
        </p>
      )}
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

/** Whether the requester may do anything with the document. */
export function hasActions(source: DocumentSource, rights: DocumentRights): boolean {
  return rights.update || hasMore(source, rights);
}

function hasMore(source: DocumentSource, rights: DocumentRights): boolean {
  const { meta } = source;
  return mayDuplicate(source) || rights.delete || (rights.update && (meta.drafts || meta.versions));
}

function mayDuplicate({ meta }: DocumentSource): boolean {
  return meta.kind === 'collection' && meta.can.create !== false;
}

interface EditorActionsProps extends EditorSideProps {
  readonly isPlanned: boolean;
}

type Opened = StepName | 'schedule' | 'delete';

function EditorActions({ source, editor, rights, publicState, isPlanned }: EditorActionsProps): ReactNode {
  const t = useTexts(editTexts);
  const [, navigate] = useLocation();
  const ask = useAskBeforeLeaving();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { meta } = source;
  const { document, running, save } = editor;
  const isChanged = useFormState(isDirty);
  const isPublished = document._status === 'published';
  const hasPending = publicState !== undefined && publicState.pending.length > 0;
  const canDraft = meta.drafts && meta.readDrafts;
  const canDuplicate = mayDuplicate(source);
  const hasMenu = hasMore(source, rights);
  const close = (): void => setOpened(null);
  const isUpToDate = isPublished && !isChanged && !hasPending && publicState !== undefined;
  return (
    <div className="edit-actions" id={actionsId} tabIndex={-1}>
      {rights.update && (
        <>
          {canDraft && (
            <Button
              isBusy={running === 'draft'}
              disabled={isChanged ? running !== null : t.nothingToSave}
              onClick={() => save('draft')}
            >
              {t.saveDraft}
            </Button>
          )}
          {meta.drafts ? (
            <Button
              variant="primary"
              isBusy={running === 'publish'}
              disabled={isUpToDate ? t.allPublished : running !== null && running !== 'publish'}
              onClick={() => save('publish')}
            >
              {isPublished ? t.publishChanges : t.publish}
            </Button>
          ) : (
            <Button
              variant="primary"
              isBusy={running === 'save'}
              disabled={isChanged ? running !== null && running !== 'save' : t.nothingToSave}
              onClick={() => save('save')}
            >
              {t.save}
            </Button>
          )}
        </>
      )}
      {hasMenu && (
        <Menu trigger={<IconButton variant="secondary" icon="more" label={t.more} />}>
          {rights.update && meta.drafts && (
            <>
              {isPublished && hasPending && isChanged && (
                <MenuItem icon="check" onSelect={() => save('publishThese')}>
                  {t.publishThese}
                </MenuItem>
              )}
              <MenuItem icon="clock" onSelect={() => setOpened('schedule')}>
                {isPlanned ? t.changePlan : t.plan}
              </MenuItem>
              {isPublished && (
                <MenuItem icon="archive" onSelect={() => setOpened('unpublish')}>
                  {t.unpublish}
                </MenuItem>
              )}
              {isPublished && (hasPending || isChanged) && (
                <MenuItem icon="undo" onSelect={() => setOpened('discard')}>
                  {t.discard}
                </MenuItem>
              )}
            </>
          )}
          {rights.update && !(meta.drafts && isPublished) && isChanged && (
            <MenuItem icon="undo" onSelect={() => setOpened('revert')}>
              {t.revert}
            </MenuItem>
          )}
          {rights.update && meta.versions && (
            <MenuLink icon="history" to={source.versionsPath}>
              {t.history}
            </MenuLink>
          )}
          {canDuplicate && (
            <MenuItem
              icon="copy"
              onSelect={() =>
                ask(() => navigate(`${paths.newDocument(meta.slug)}?from=${encodeURIComponent(source.id)}`))
              }
            >
              {t.duplicate}
            </MenuItem>
          )}
          {rights.delete && source.remove !== null && (
            <>
              <MenuLine />
              <MenuItem icon="trash" isDanger onSelect={() => setOpened('delete')}>
                {t.delete}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      {opened === 'schedule' && <ScheduleDialog source={source} editor={editor} onClose={close} />}
      {opened === 'delete' && <DeleteDialog source={source} editor={editor} onClose={close} />}
      {(opened === 'unpublish' || opened === 'discard' || opened === 'revert') && (
        <StepDialog step={opened} source={source} editor={editor} onClose={close} />
      )}
    </div>
  );
}
