import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { JsonValue } from '../../../runtime/util/json.js';
import { parseNumber } from '../documents/parse-number.js';
import { useLanguage, useTexts } from '../i18n/language.js';
import { Icon } from '../ui/icon.js';
import { useRoving } from '../ui/roving.js';
import { useNotifier } from '../ui/toast.js';
import { FieldFrame, inputProps } from './field-frame.js';
import { useField } from './form-context.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/** `text` and `number` with `hasMany`: entered one after the other, each with a button that removes it. */
export function TagsWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const { name: language } = useLanguage();
  const { announce } = useNotifier();
  const handle = useField(field, path);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const tags: readonly JsonValue[] = Array.isArray(handle.value) ? handle.value : [];
  const text = typed ?? handle.unfinished?.text ?? '';

  /** Turns the typed text into a tag; an invalid number stays in the input, with the reason. */
  const add = (entry: string): boolean => {
    const tag = field.type === 'number' ? parseNumber(entry, language) : entry.trim() || null;
    if (tag === undefined) {
      handle.setUnfinished({ text: entry, message: t.notNumber });
      return false;
    }
    setTyped(null);
    if (tag === null) handle.setUnfinished(null);
    else {
      handle.setValue([...tags, tag]);
      announce(t.added(String(tag)));
    }
    return tag !== null;
  };
  const remove = (index: number): void => {
    handle.setValue(tags.filter((_, place) => place !== index));
    announce(t.removed(String(tags[index])));
    input.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    // While an input method composes a character, Enter confirms it.
    if (event.nativeEvent.isComposing) return;
    const splits = event.key === 'Enter' || (event.key === ',' && field.type === 'text');
    if (splits && text.trim() !== '') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Enter') event.preventDefault();
    else if (event.key === 'Backspace' && text === '' && tags.length > 0) remove(tags.length - 1);
  };
  return (
    <FieldFrame
      field={field}
      handle={handle}
      {...(!handle.disabled && { hint: <span id={`${handle.id}-hint`}>{t.addTagHint}</span> })}
    >
      <div className="tags input" data-disabled={handle.disabled || undefined}>
        <Tags label={field.label} tags={tags} onRemove={handle.disabled ? null : remove} />
        {(!handle.disabled || tags.length === 0) && (
          <input
            {...inputProps(field, handle)}
            ref={input}
            className="tags-input"
            autoComplete="off"
            placeholder={field.placeholder}
            value={text}
            readOnly={handle.disabled}
            aria-describedby={[handle.describedBy, `${handle.id}-hint`].filter(Boolean).join(' ')}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              if (handle.unfinished !== null) handle.setUnfinished(null);
            }}
            onKeyDown={press}
            // Text that is left in the input, also on saving by a shortcut, becomes a tag.
            onBlur={() => add(text)}
          />
        )}
      </div>
    </FieldFrame>
  );
}

interface TagsProps {
  /** Of the field. */
  readonly label: string;
  readonly tags: readonly JsonValue[];
  /** Null where they are only read. */
  readonly onRemove: ((index: number) => void) | null;
}

/** The entries: their buttons are one stop of Tab, with arrow keys between them. */
function Tags({ label, tags, onRemove }: TagsProps): ReactNode {
  const t = useTexts(fieldTexts);
  const bar = useRef<HTMLDivElement>(null);
  const roving = useRoving(bar);
  const list = (
    <ul className="tags-list">
      {tags.map((tag, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same tag may occur twice.
        <li key={`${index}-${String(tag)}`} className="tag">
          <span>{String(tag)}</span>
          {onRemove !== null && (
            <button
              type="button"
              className="tag-remove"
              aria-label={t.removeItem(String(tag))}
              {...roving.stopAt(index, tags.length)}
              onClick={() => onRemove(index)}
            >
              <Icon name="close" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
  if (onRemove === null || tags.length === 0) return list;
  return (
    <div
      ref={bar}
      className="tags-list"
      role="toolbar"
      aria-label={t.tags(label)}
      onKeyDown={roving.onKeyDown}
    >
      {list}
    </div>
  );
}
