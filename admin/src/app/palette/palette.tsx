import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useMeta } from '../../api/meta-context.js';
import { useTexts } from '../../i18n/language.js';
import { Icon } from '../../ui/icon.js';
import { Input } from '../../ui/inputs.js';
import { Marked } from '../../ui/marked.js';
import { useOwnNavigation } from '../extension/own-navigation.js';
import { appTexts } from '../texts.js';
import { useDocumentSearch } from './document-search.js';
import { actionEntries, matching, type PaletteEntry, screenEntries } from './entries.js';
import { paletteTexts } from './texts.js';
import './palette.css';

interface PaletteSearchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/**
 * Finds documents, actions and screens by typing. Follows the WAI-ARIA pattern for a combobox with a listbox:
 * the focus stays in the field.
 */
export function PaletteSearch({ text, onText, onClose }: PaletteSearchProps): ReactNode {
  const t = useTexts(paletteTexts);
  const words = useTexts(appTexts);
  const own = useOwnNavigation();
  const meta = useMeta();
  const [, navigate] = useLocation();
  const [active, setActive] = useState(0);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  // It replaces the field that was shown while this was loaded.
  useLayoutEffect(() => field.current?.focus(), []);
  const documents = useDocumentSearch(text, t.untitled);
  const groups = [
    { label: t.documents, entries: documents.entries },
    { label: t.actions, entries: matching(actionEntries(meta, t), text) },
    { label: t.screens, entries: matching(screenEntries(meta, t, words, own), text) },
  ].filter(({ entries }) => entries.length > 0);
  const all = groups.flatMap(({ entries }) => entries);
  const position = Math.min(active, Math.max(all.length - 1, 0));
  const open = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    navigate(entry.to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = all.length - 1;
    const next = {
      ArrowDown: position < last ? position + 1 : 0,
      ArrowUp: position > 0 ? position - 1 : last,
    }[event.key];
    if (event.key === 'Enter') open(all[position]);
    else if (next === undefined) return;
    else setActive(next);
    event.preventDefault();
  };
  const message =
    documents.error !== null
      ? t.failed
      : documents.isLoading
        ? t.searching
        : all.length === 0
          ? t.nothing
          : t.found(all.length);
  return (
    <>
      <Input
        ref={field}
        role="combobox"
        aria-label={t.label}
        aria-expanded={all.length > 0}
        aria-autocomplete="list"
        aria-controls={all.length > 0 ? listId : undefined}
        aria-activedescendant={all.length > 0 ? `${listId}-${position}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={t.placeholder}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p className="palette-message" role="status">
        {message}
      </p>
      {all.length > 0 && (
        <div id={listId} className="palette-list" role="listbox" aria-label={t.label} tabIndex={-1}>
          {groups.map(({ label, entries }, group) => {
            const before = groups.slice(0, group).reduce((sum, each) => sum + each.entries.length, 0);
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox.
              <div key={label} role="group" aria-label={label}>
                <div className="palette-group" aria-hidden="true">
                  {label}
                </div>
                {entries.map((entry, index) => (
                  <Option
                    key={entry.to}
                    entry={entry}
                    id={`${listId}-${before + index}`}
                    isActive={before + index === position}
                    onOpen={() => open(entry)}
                  />
                ))}
              </div>
            );
          })}
        </div>
      )}
    </>
  );
}

interface OptionProps {
  readonly entry: PaletteEntry;
  readonly id: string;
  readonly isActive: boolean;
  readonly onOpen: () => void;
}

function Option({ entry, id, isActive, onOpen }: OptionProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the active option is told by the field.
    <div
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      id={id}
      className="palette-option"
      role="option"
      aria-selected={isActive}
      onClick={onOpen}
    >
      <Icon name={entry.icon} />
      <span className="palette-label">
        {entry.label}
        {entry.found !== undefined && (
          <span className="palette-found">
            {entry.found.field}: <Marked {...entry.found.piece} />
          </span>
        )}
      </span>
      {entry.note !== undefined && <span className="palette-note">{entry.note}</span>}
    </div>
  );
}
