import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Button, IconButton } from '../../ui/button.js';
import { useCopy } from '../../ui/copy-button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Input } from '../../ui/inputs.js';
import { Popover } from '../../ui/popover.js';
import { type SavedViews, useSavedViews } from './saved-views.js';
import { listTexts } from './texts.js';

interface ViewsMenuProps {
  readonly slug: string;
  /** The query string of the current view. */
  readonly search: string;
  readonly onOpen: (search: string) => void;
}

/** Menu of the saved views, with the link to the current one. */
export function ViewsMenu({ slug, search, onOpen }: ViewsMenuProps): ReactNode {
  const t = useTexts(listTexts);
  const copy = useCopy();
  const saved = useSavedViews(slug);
  const [isOpen, setIsOpen] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  return (
    <>
      <Popover
        label={t.views}
        align="end"
        className="views-box"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button icon="bookmark" variant="ghost" className="list-tool">
            {t.views}
          </Button>
        }
      >
        {saved.views.length === 0 && <p className="columns-hint">{t.noViews}</p>}
        <ul className="columns-list">
          {saved.views.map((view) => (
            <li key={view.name} className="columns-line">
              <button
                type="button"
                className="views-open"
                aria-current={view.search === search ? 'true' : undefined}
                onClick={() => {
                  setIsOpen(false);
                  onOpen(view.search);
                }}
              >
                {view.name}
              </button>
              <IconButton
                icon="trash"
                size="small"
                label={t.deleteView(view.name)}
                onClick={() => saved.remove(view.name)}
              />
            </li>
          ))}
        </ul>
        <div className="views-actions">
          <Button
            size="small"
            icon="add"
            onClick={() => {
              setIsOpen(false);
              setIsSaving(true);
            }}
          >
            {t.saveView}
          </Button>
          <Button size="small" icon="link" onClick={() => void copy(location.href)}>
            {t.copyLink}
          </Button>
        </div>
      </Popover>
      {isSaving && <SaveView saved={saved} search={search} onClose={() => setIsSaving(false)} />}
    </>
  );
}

interface SaveViewProps {
  readonly saved: SavedViews;
  readonly search: string;
  readonly onClose: () => void;
}

function SaveView({ saved, search, onClose }: SaveViewProps): ReactNode {
  const t = useTexts(listTexts);
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const isTaken = saved.views.some((view) => view.name === trimmed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (trimmed === '') return;
    saved.save({ name: trimmed, search });
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t.saveViewTitle} description={t.saveViewText}>
      <form className="stack" onSubmit={submit}>
        <Field label={t.viewName} description={isTaken ? t.viewNameTaken : undefined}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="form-end">
          <Button type="submit" variant="primary" disabled={trimmed === ''}>
            {t.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
