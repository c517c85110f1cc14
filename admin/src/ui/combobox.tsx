import { Popover } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useErrorText } from '../i18n/error-text.js';
import { useTexts } from '../i18n/language.js';
import { IconButton } from './button.js';
import { type ComboboxOption, type ComboboxSearch, useComboboxOptions } from './combobox-options.js';
import { Icon } from './icon.js';
import { Input } from './inputs.js';
import { uiTexts } from './texts.js';
import './combobox.css';

interface ComboboxProps {
  readonly search: ComboboxSearch;
  /** The chosen option with its label; null for none. */
  readonly value: ComboboxOption | null;
  /** Gets null when the field is cleared. */
  readonly onChange: (option: ComboboxOption | null) => void;
  /** Whether an option is already chosen elsewhere. */
  readonly isTaken?: (value: string) => boolean;
  /** Clears the field after a choice: for a list that grows. */
  readonly isPicker?: boolean;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-required'?: true | undefined;
  /** Shown below the options: `Create "..."`. Gets the typed text and a function that closes the list. */
  readonly footer?: (text: string, close: () => void) => ReactNode;
}

/**
 * Chooses one of many options by typing: the service searches and returns a few matches. Follows the WAI-ARIA
 * pattern for a combobox with a listbox: the focus stays in the field, arrows move through the list, Enter
 * chooses, and Escape first closes the list and then discards the typed text.
 */
export function Combobox(props: ComboboxProps): ReactNode {
  const { search, value, onChange, isPicker = false, placeholder, disabled = false, footer, isTaken } = props;
  const t = useTexts(uiTexts);
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const found = useComboboxOptions(search, typed ?? '', isOpen);
  const options = (found.options ?? []).map((option) =>
    isTaken?.(option.value) ? { ...option, disabled: true } : option,
  );
  const position = Math.min(active, Math.max(options.length - 1, 0));

  const open = (): void => {
    if (disabled) return;
    setIsOpen(true);
    setActive(0);
  };
  const close = (): void => {
    setIsOpen(false);
    setTyped(null);
  };
  const choose = (option: ComboboxOption | undefined): void => {
    if (option === undefined || option.disabled) return;
    onChange(option);
    close();
  };
  const move = (step: number): void => {
    if (!isOpen) open();
    else setActive((position + step + options.length) % Math.max(options.length, 1));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = keys({ move, choose: () => choose(options[position]), close, isOpen }, event.key);
    if (act === null) return;
    event.preventDefault();
    if (event.key === 'Escape') event.stopPropagation();
    act();
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={(next) => !next && close()}>
      <Popover.Anchor asChild>
        <div className="combobox">
          <Input
            id={props.id}
            ref={input}
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            disabled={disabled}
            aria-label={props['aria-label']}
            aria-describedby={props['aria-describedby']}
            aria-invalid={props['aria-invalid']}
            aria-required={props['aria-required']}
            aria-expanded={isOpen}
            aria-autocomplete="list"
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen && options.length > 0 ? `${listId}-${position}` : undefined}
            value={typed ?? (isPicker ? '' : (value?.label ?? ''))}
            onChange={(event) => {
              setTyped(event.target.value);
              open();
            }}
            onClick={open}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
          <div className="combobox-buttons">
            {value !== null && !isPicker && !disabled && (
              <IconButton icon="close" size="small" label={t.clear} onClick={() => onChange(null)} />
            )}
            {/* The field opens the list too, so the button is no tab stop. */}
            <IconButton
              icon="chevronDown"
              size="small"
              label={t.search}
              tabIndex={-1}
              disabled={disabled}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                input.current?.focus();
                if (isOpen) close();
                else open();
              }}
            />
          </div>
        </div>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          className="combobox-list"
          // The list inside has its own role; the popover is not a dialog.
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // The field keeps the focus while the pointer uses the list.
          onMouseDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && input.current?.parentElement?.contains(event.target)) {
              event.preventDefault();
            }
          }}
        >
          <Options
            listId={listId}
            options={options}
            active={position}
            onActive={setActive}
            onChoose={choose}
          />
          <Message found={found} />
          {footer?.(typed ?? '', close)}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface KeyActions {
  readonly move: (step: number) => void;
  readonly choose: () => void;
  readonly close: () => void;
  readonly isOpen: boolean;
}

/** Returns the action of a key; null for keys without one. */
function keys({ move, choose, close, isOpen }: KeyActions, key: string): (() => void) | null {
  if (key === 'ArrowDown') return () => move(1);
  if (key === 'ArrowUp') return () => move(-1);
  if (!isOpen) return null;
  if (key === 'Enter') return choose;
  if (key === 'Escape') return close;
  return null;
}

interface OptionsProps {
  readonly listId: string;
  readonly options: readonly ComboboxOption[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onChoose: (option: ComboboxOption) => void;
}

function Options({ listId, options, active, onActive, onChoose }: OptionsProps): ReactNode {
  const t = useTexts(uiTexts);
  return (
    <div role="listbox" id={listId} aria-label={t.search}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and handles keys.
        <div
          key={option.value}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          aria-disabled={option.disabled || undefined}
          data-active={index === active || undefined}
          className="combobox-option"
          ref={index === active ? scrollToIt : undefined}
          onPointerMove={() => onActive(index)}
          onClick={() => onChoose(option)}
        >
          <span>{option.label}</span>
          {option.note && <span className="combobox-option-note">{option.note}</span>}
          {option.disabled && <Icon name="check" className="combobox-option-note" />}
        </div>
      ))}
    </div>
  );
}

function scrollToIt(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function Message({ found }: { readonly found: ReturnType<typeof useComboboxOptions> }): ReactNode {
  const t = useTexts(uiTexts);
  const errorText = useErrorText();
  const { options, hasMore = false, isLoading, error } = found;
  const text = error
    ? errorText(error)
    : isLoading && options === undefined
      ? t.loading
      : options?.length === 0 && !isLoading
        ? t.noMatches
        : hasMore
          ? t.moreMatches
          : null;
  return (
    <div className="combobox-message" role="status" hidden={text === null}>
      {text}
    </div>
  );
}
