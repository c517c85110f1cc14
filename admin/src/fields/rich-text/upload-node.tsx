import {
  mergeAttributes,
  Node,
  type NodeViewProps,
  NodeViewWrapper,
  ReactNodeViewRenderer,
} from '@tiptap/react';
import type { ReactNode } from 'react';
import type { Document } from '../../api/documents.js';
import { addressOf, paths } from '../../app/paths.js';
import { documentTitle } from '../../documents/document-title.js';
import { contentOf } from '../../documents/stored-document.js';
import { FileThumbnail } from '../../files/file-thumbnail.js';
import { imageUrl, type StoredFile, storedFile } from '../../files/stored-file.js';
import { useTexts } from '../../i18n/language.js';
import { Icon } from '../../ui/icon.js';
import { Skeleton } from '../../ui/states.js';
import { EditFile } from '../file/edit-file.js';
import { useTargets } from '../relationship/use-targets.js';
import { richTextTexts } from './texts.js';

/** A document with a file between the blocks of a text: its collection and its id, never its address. */
export const UploadNode: Node = Node.create({
  name: 'upload',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({
    collection: { default: null, parseHTML: (element) => element.getAttribute('data-collection') },
    id: { default: null, parseHTML: (element) => element.getAttribute('data-id') },
  }),
  // For cutting and pasting inside the editor.
  parseHTML: () => [{ tag: 'figure[data-collection][data-id]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'figure',
    mergeAttributes(HTMLAttributes, {
      'data-collection': String(node.attrs['collection']),
      'data-id': String(node.attrs['id']),
    }),
  ],
  addNodeView: () => ReactNodeViewRenderer(UploadView),
});

function UploadView({ node }: NodeViewProps): ReactNode {
  const collection = String(node.attrs['collection']);
  const id = String(node.attrs['id']);
  return (
    <NodeViewWrapper>
      <UploadCard collection={collection} id={id} />
    </NodeViewWrapper>
  );
}

function UploadCard({ collection, id }: { readonly collection: string; readonly id: string }): ReactNode {
  const t = useTexts(richTextTexts);
  const reference = { collection, id };
  const target = useTargets([reference])(reference);
  if (target.kind === 'loading') {
    return (
      <div className="rich-upload">
        <Skeleton width="9rem" />
      </div>
    );
  }
  if (target.kind !== 'found') {
    return (
      <div className="rich-upload">
        <Icon name="alert" /> {t.uploadHidden} <code className="target-id">{id}</code>
      </div>
    );
  }
  const { meta, document } = target;
  const title = documentTitle(meta, contentOf(document)) ?? id;
  const file = storedFile(document);
  const isPicture = imageUrl(file, pictureWidth) !== null;
  return (
    <div className={isPicture ? 'rich-upload rich-picture' : 'rich-upload'} data-drag-handle>
      {isPicture ? (
        <Picture document={document} file={file} />
      ) : (
        <FileThumbnail document={document} pixels={40} />
      )}
      <span className="rich-upload-title">{title}</span>
      <EditFile meta={meta} id={id} title={title} />
      <a
        className="button button-ghost button-small button-icon"
        href={addressOf(paths.document(collection, id))}
        target="_blank"
        rel="noreferrer"
        aria-label={t.uploadOpen(title)}
        title={t.uploadOpen(title)}
      >
        <Icon name="external" />
      </a>
    </div>
  );
}

/** On the screen, in pixels. */
const pictureWidth = 720;

/** The picture in its own shape, so that the text does not jump when it arrives. */
function Picture({ document, file }: { readonly document: Document; readonly file: StoredFile }): ReactNode {
  const { width, height } = file;
  const shape =
    width === null || height === null
      ? {}
      : { aspectRatio: `${width} / ${height}`, maxInlineSize: `${width}px` };
  return (
    <span className="rich-picture-frame" style={shape}>
      <FileThumbnail document={document} pixels={pictureWidth} />
    </span>
  );
}
