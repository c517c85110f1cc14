import type { ReactNode } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Document } from '../../api/documents.js';
import { type Highlight, highlightsOf, placeBelow } from '../../api/highlights.js';
import { fieldLeaves } from '../../documents/field-leaves.js';
import { useTexts } from '../../i18n/language.js';
import { Marked } from '../../ui/marked.js';
import { shortenedHighlight } from '../../ui/shortened-highlight.js';
import { listTexts } from './texts.js';

interface FoundTextProps {
  readonly meta: AdminCollectionMeta;
  readonly document: Document;
}

/** Where the words of a search are in a document, below its title. */
export function FoundText({ meta, document }: FoundTextProps): ReactNode {
  const t = useTexts(listTexts);
  const place = placeBelow(document, meta.useAsTitle);
  if (place === null) return null;
  const [path, piece] = place;
  // A path into rows is named by the field that holds them.
  const leaf = fieldLeaves(meta.fields).find(
    ({ field }) => path === field.path || path.startsWith(`${field.path}.`),
  );
  const label = leaf?.labels.join(' › ');
  return (
    <span className="list-found">
      <span className="list-found-in">{t.foundIn(label ?? path)}</span>{' '}
      <Marked {...shortenedHighlight(piece)} />
    </span>
  );
}

/** A title with the found words marked. */
export function FoundTitle({
  title,
  path,
  document,
}: {
  readonly title: string;
  readonly path: string;
  readonly document: Document;
}): ReactNode {
  const [, pieces] = highlightsOf(document).find(([each]) => each === path) ?? [];
  const whole: Highlight | undefined = pieces?.find(({ text }) => text === title);
  return whole === undefined ? title : <Marked {...whole} />;
}
