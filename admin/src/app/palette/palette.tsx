import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'wouter';
import { useMeta } from '../../api/meta-context.js';
import { useFormats } from '../../i18n/formats.js';
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
  // By what it opens: results that come later must not move the choice to another one.
  const [active, setActive] = useState<string | null>(null);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  // It replaces the field that was shown while this was loaded.
  useLayoutEffect(() => field.current?.focus(), []);
  const formats = useFormats();
  const documents = useDocumentSearch(text, t.untitled);
  // Documents come later than what is known already, so they come below it.
  const groups = [
    { label: t.actions, entries: matching(actionEntries(meta, t), text) },
    { label: t.screens, entries: matching(screenEntries(meta, t, words, own), text) },
    { label: t.documents, entries: documents.entries },
  ].filter(({ entries }) => entries.length > 0);
  const all = groups.flatMap(({ entries }) => entries);
  const position = Math.max(
    all.findIndex((entry) => keyOf(entry) === active),
    0,
  );
  const chosenId = `${listId}-${position}`;
  // Only by the keys: what the pointer has scrolled to stays in view.
  useEffect(() => {
    if (active !== null) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [active, chosenId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results begin at their beginning.
  useEffect(() => {
    if (results.current !== null) results.current.scrollTop = 0;
  }, [text]);
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
    else setActive(all[next] === undefined ? null : keyOf(all[next]));
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
        aria-describedby={documents.leftOut.length > 0 ? `${listId}-left-out` : undefined}
        aria-activedescendant={all.length > 0 ? chosenId : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={t.placeholder}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setActive(null);
        }}
        onKeyDown={onKeyDown}
      />
      <p className="palette-message" role="status">
        {message}
      </p>
      <div ref={results} className="palette-results" tabIndex={-1}>
        {all.length > 0 && (
          <div id={listId} role="listbox" aria-label={t.label}>
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
                      key={keyOf(entry)}
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
        {documents.leftOut.length > 0 && (
          <p id={`${listId}-left-out`} className="palette-left-out">
            {t.leftOut(formats.list(documents.leftOut))}
          </p>
        )}
      </div>
    </>
  );
}

function keyOf({ to, label }: PaletteEntry): string {
  return `${to} ${label}`;
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
    <div id={id} className="palette-option" role="option" aria-selected={isActive} onClick={onOpen}>
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
