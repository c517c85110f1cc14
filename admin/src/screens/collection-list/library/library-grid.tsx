import { type ReactNode, useRef } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Document } from '../../../api/documents.js';
import { paths } from '../../../app/paths.js';
import { titleOf } from '../../../documents/listed-value.js';
import { kindOfType } from '../../../files/file-kind.js';
import { storedFile } from '../../../files/stored-file.js';
import { fileTexts } from '../../../files/texts.js';
import { Thumbnail } from '../../../files/thumbnail.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { classNames } from '../../../ui/class-names.js';
import { Checkbox } from '../../../ui/inputs.js';
import { Link } from '../../../ui/link.js';
import { ListedStatus } from '../listed-status.js';
import type { Selection } from '../selection.js';
import { listTexts } from '../texts.js';
import { dragFiles } from './folders/dragged-files.js';
import './library.css';

interface LibraryGridProps {
  readonly meta: AdminCollectionMeta;
  readonly docs: readonly Document[];
  /** Null where the requester has no bulk actions. */
  readonly selection: Selection | null;
  /** Whether cards are dragged to folders. */
  readonly canMove: boolean;
  readonly isStale: boolean;
}

/** Documents with files as cards, with their pictures. */
export function LibraryGrid({ meta, docs, selection, canMove, isStale }: LibraryGridProps): ReactNode {
  const ids = docs.map(({ id }) => id);
  return (
    <ul
      className={classNames('library', isStale && 'library-stale')}
      aria-label={meta.labels.plural}
      aria-busy={isStale}
    >
      {docs.map((document) => (
        <Card key={document.id} {...{ meta, document, selection, canMove, ids }} />
      ))}
    </ul>
  );
}

interface CardProps extends Pick<LibraryGridProps, 'meta' | 'selection' | 'canMove'> {
  readonly document: Document;
  readonly ids: readonly string[];
}

function Card({ meta, document, selection, canMove, ids }: CardProps): ReactNode {
  const t = useTexts(listTexts);
  const ofFiles = useTexts(fileTexts);
  const formats = useFormats();
  // A click with the shift key also selects the cards in between.
  const isShifted = useRef(false);
  const file = storedFile(document);
  const title = titleOf(document, meta.useAsTitle) || file.filename || t.untitled;
  const isChosen = selection?.has(document.id) ?? false;
  const kind = kindOfType(file.mimeType);
  // Of an image the picture says what it is, and its size in pixels needs the room.
  const facts = [
    kind === 'image' && file.width !== null ? null : ofFiles.kind(kind),
    file.filesize === null ? null : formats.bytes(file.filesize),
    file.width === null || file.height === null
      ? null
      : ofFiles.pixels(formats.number(file.width), formats.number(file.height)),
  ].filter((fact) => fact !== null);
  return (
    <li
      className="library-card"
      data-selected={isChosen || undefined}
      draggable={canMove}
      onDragStart={(event) =>
        dragFiles(
          event,
          isChosen && selection !== null && selection.ids.size > 0 ? [...selection.ids] : [document.id],
        )
      }
    >
      <Thumbnail file={file} pixels={240} className="library-picture" />
      {selection && (
        <Checkbox
          className="library-box"
          aria-label={t.selectRow(title)}
          checked={isChosen}
          onClick={(event) => {
            isShifted.current = event.shiftKey;
          }}
          onChange={(event) =>
            selection.toggle(document.id, event.target.checked, {
              extendFrom: isShifted.current ? ids : null,
            })
          }
        />
      )}
      <div className="library-text" title={title}>
        <Link to={paths.document(meta.slug, document.id)} className="library-link" draggable={false}>
          {title}
        </Link>
        <span className="library-facts">
          <span className="library-fact">{facts.join(' · ')}</span>
          <ListedStatus document={document} isQuiet />
        </span>
      </div>
    </li>
  );
}
