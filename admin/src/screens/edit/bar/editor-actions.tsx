import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Schedule } from '../../../api/documents.js';
import { useAuthMeta } from '../../../api/meta-context.js';
import { useOwnActions } from '../../../app/extension/use-own-actions.js';
import { useAskBeforeLeaving } from '../../../app/leave-guard.js';
import { paths } from '../../../app/paths.js';
import type { DocumentRights, DocumentSource } from '../../../documents/document-source.js';
import { isDirty } from '../../../documents/form-store.js';
import { useFormState } from '../../../fields/form-context.js';
import { useTexts } from '../../../i18n/language.js';
import { Button, IconButton } from '../../../ui/button.js';
import { Menu, MenuItem, MenuLine, MenuLink } from '../../../ui/menu.js';
import { DeleteDialog } from '../delete-dialog.js';
import { ScheduleDialog } from '../schedule-dialog.js';
import { StepDialog, type StepName } from '../step-dialog.js';
import { editTexts } from '../texts.js';
import type { PublicState } from '../use-document-state.js';
import type { EditorHandle } from '../use-editor.js';
import { useShortcuts } from '../use-shortcuts.js';
import { barTexts } from './texts.js';

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

interface EditorActionsProps {
  readonly source: DocumentSource;
  readonly editor: EditorHandle;
  readonly rights: DocumentRights;
  readonly publicState: PublicState | undefined;
  readonly schedule: Schedule | undefined;
  /** Further buttons, before those that save. */
  readonly children?: ReactNode;
}

type Opened = StepName | 'schedule' | 'delete';

/** The buttons of the document bar. */
export function EditorActions(props: EditorActionsProps): ReactNode {
  const { source, editor, rights, publicState, schedule, children } = props;
  const t = useTexts(editTexts);
  const bar = useTexts(barTexts);
  const [, navigate] = useLocation();
  const ask = useAskBeforeLeaving();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { meta } = source;
  const { document, running, save } = editor;
  const mayReadLog = useAuthMeta()?.can.readAuditLog === true;
  const isChanged = useFormState(isDirty);
  const isPublished = document._status === 'published';
  const hasPending = publicState !== undefined && publicState.pending.length > 0;
  const canDraft = meta.drafts && meta.readDrafts;
  const canDuplicate = mayDuplicate(source);
  const own = useOwnActions(meta.kind === 'collection' ? meta.slug : null, 'document', async () => [
    document,
  ]);
  const hasMenu = hasMore(source, rights) || mayReadLog || own.items.length > 0;
  const close = (): void => setOpened(null);
  const isPlanned = Boolean(schedule?.publishAt ?? schedule?.unpublishAt);
  const isUpToDate = isPublished && !isChanged && !hasPending && publicState !== undefined;
  const saveKind = canDraft ? 'draft' : meta.drafts ? 'publish' : 'save';
  useShortcuts({
    save: () => {
      if (rights.update) void save(saveKind);
    },
    publish: () => {
      if (rights.update && meta.drafts && !isUpToDate) void save('publish');
    },
  });
  const saveAndNew = async (): Promise<void> => {
    if (isChanged && !(await save(saveKind))) return;
    navigate(paths.newDocument(meta.slug));
  };
  return (
    <>
      {children}
      {rights.update && (
        <>
          {canDraft && (
            <Button
              isBusy={running === 'draft'}
              disabled={isChanged ? running !== null : t.nothingToSave}
              onClick={() => void save('draft')}
            >
              {t.saveDraft}
            </Button>
          )}
          {meta.drafts ? (
            <Button
              variant="primary"
              isBusy={running === 'publish'}
              disabled={isUpToDate ? t.allPublished : running !== null && running !== 'publish'}
              onClick={() => void save('publish')}
            >
              {isPublished ? t.publishChanges : t.publish}
            </Button>
          ) : (
            <Button
              variant="primary"
              isBusy={running === 'save'}
              disabled={isChanged ? running !== null && running !== 'save' : t.nothingToSave}
              onClick={() => void save('save')}
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
                <MenuItem icon="check" onSelect={() => void save('publishThese')}>
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
          {mayReadLog && (
            <MenuLink
              icon="list"
              to={
                meta.kind === 'global'
                  ? `${paths.auditLog}?collection=globals.${meta.slug}`
                  : paths.auditLogOf(meta.slug, source.id)
              }
            >
              {bar.activity}
            </MenuLink>
          )}
          {canDuplicate && rights.update && (
            <MenuItem icon="add" onSelect={() => void saveAndNew()}>
              {bar.saveAndNew}
            </MenuItem>
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
          {own.items.map(({ action, label, isRunning }) => (
            <MenuItem
              key={action.name}
              icon={action.icon ?? 'document'}
              disabled={isChanged || isRunning}
              onSelect={() => own.start(action, label)}
            >
              {isChanged ? t.saveFirst(label) : label}
            </MenuItem>
          ))}
          {rights.delete && source.remove !== null && (
            <>
              <MenuLine />
              <MenuItem icon="trash" isDanger onSelect={() => setOpened('delete')}>
                {meta.kind === 'collection' && meta.trash !== undefined ? t.moveToTrash : t.delete}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      {own.question}
      {opened === 'schedule' && <ScheduleDialog source={source} editor={editor} onClose={close} />}
      {opened === 'delete' && <DeleteDialog source={source} editor={editor} onClose={close} />}
      {(opened === 'unpublish' || opened === 'discard' || opened === 'revert') && (
        <StepDialog step={opened} source={source} editor={editor} onClose={close} />
      )}
    </>
  );
}
