import { type ReactNode, useState } from 'react';
import type { AdminUploadMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { Preview } from '../../../files/preview.js';
import { storedFile } from '../../../files/stored-file.js';
import { fileTexts } from '../../../files/texts.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { useCopy } from '../../../ui/copy-button.js';
import { Icon } from '../../../ui/icon.js';
import type { DocumentRights, DocumentSource } from '../document-source.js';
import type { EditorHandle } from '../use-editor.js';
import { ReplaceDialog } from './replace-dialog.js';
import './file.css';

interface FileSectionProps {
  readonly source: DocumentSource;
  readonly upload: AdminUploadMeta;
  readonly editor: EditorHandle;
  readonly rights: DocumentRights;
}

/** The file of a document: its preview, what is known of it, and how it is replaced. */
export function FileSection({ source, upload, editor, rights }: FileSectionProps): ReactNode {
  const t = useTexts(fileTexts);
  const formats = useFormats();
  const copy = useCopy();
  const [isReplacing, setIsReplacing] = useState(false);
  const file = storedFile(editor.document);
  const { url, filename, mimeType, filesize, width, height, sizes } = file;
  return (
    <section className="file-section" aria-label={t.file}>
      <Preview key={url} file={file} />
      <div className="file-side">
        <dl className="file-facts" aria-label={t.facts}>
          <Fact name={t.name} value={filename} />
          <Fact name={t.type} value={mimeType} />
          {filesize !== null && <Fact name={t.size} value={formats.bytes(filesize)} />}
          {width !== null && height !== null && (
            <Fact name={t.dimensions} value={t.pixels(formats.number(width), formats.number(height))} />
          )}
          {sizes.length > 0 && (
            <div>
              <dt>{t.sizes}</dt>
              <dd>
                <ul className="file-sizes">
                  {sizes.map((size) => (
                    <li key={size.name}>
                      <a href={size.url} target="_blank" rel="noreferrer">
                        {size.name}
                      </a>{' '}
                      {t.pixels(formats.number(size.width), formats.number(size.height))}
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
        </dl>
        <div className="file-actions">
          {rights.update && (
            <Button size="small" icon="upload" onClick={() => setIsReplacing(true)}>
              {t.replace}
            </Button>
          )}
          {url !== null && (
            <>
              <Button size="small" icon="link" onClick={() => void copy(new URL(url, location.href).href)}>
                {t.copyLink}
              </Button>
              <a className={buttonClass({ size: 'small' })} href={`${url}?download`} download={filename}>
                <Icon name="download" />
                <span className="button-text">{t.download}</span>
              </a>
            </>
          )}
        </div>
      </div>
      {isReplacing && (
        <ReplaceDialog
          source={source}
          upload={upload}
          editor={editor}
          onClose={() => setIsReplacing(false)}
        />
      )}
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
