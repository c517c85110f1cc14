import { type ReactNode, useDeferredValue, useMemo } from 'react';
import type { JsonValue } from '../../../../runtime/util/json.js';
import { useTexts } from '../../i18n/language.js';
import { countText } from './text-count.js';
import { richTextTexts } from './texts.js';
import { textOfTree } from './tree-text.js';

/** The words of a text and the time that reading it takes; nothing beside an empty one. */
export function TextLength({ value }: { readonly value: JsonValue }): ReactNode {
  const t = useTexts(richTextTexts);
  // Counting a long text must not delay typing.
  const counted = useDeferredValue(value);
  const { words, minutes } = useMemo(() => countText(textOfTree(counted)), [counted]);
  if (words === 0) return null;
  return (
    <span className="rich-length">
      {t.words(words)} · {t.minutes(minutes)}
    </span>
  );
}
