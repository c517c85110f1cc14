import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { AdminCollectionMeta, AdminUploadMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { DocumentRights, DocumentSource } from '../../../documents/document-source.js';
import { FieldView } from '../../../fields/field-view.js';
import { FocalPoint } from '../../../fields/file/focal-point.js';
import { useFormState } from '../../../fields/form-context.js';
import { isCroppable, kindOfType } from '../../../files/file-kind.js';
import { Preview } from '../../../files/preview.js';
import { servedUrl, storedFile } from '../../../files/stored-file.js';
import { fileTexts } from '../../../files/texts.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { useCopy } from '../../../ui/copy-button.js';
import { Icon } from '../../../ui/icon.js';
import { Notice } from '../../../ui/states.js';
import type { EditorHandle } from '../use-editor.js';
import { ReplaceDialog } from './replace-dialog.js';
import { UsageList } from './usage.js';
import './file.css';

/** Loaded when an image is cut. */
const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.js')).CropDialog }));

interface FileSectionProps {
  readonly meta: AdminCollectionMeta;
  readonly source: DocumentSource;
  readonly upload: AdminUploadMeta;
  readonly editor: EditorHandle;
  readonly rights: DocumentRights;
}

/** The file of a document: its preview, what is known of it, and how it is replaced. */
export function FileSection({ meta, source, upload, editor, rights }: FileSectionProps): ReactNode {
  const t = useTexts(fileTexts);
  const formats = useFormats();
  const copy = useCopy();
  const [isReplacing, setIsReplacing] = useState(false);
  const [isCropping, setIsCropping] = useState(false);
  const file = storedFile(editor.document);
  const { url, filename, mimeType, filesize, width, height, sizes } = file;
  const altField = meta.fields.find(({ name }) => name === 'alt');
  const focalField = meta.fields.find(({ name }) => name === 'focalX');
  const isImage = kindOfType(mimeType) === 'image';
  const served = url === null ? null : servedUrl(url, meta.slug, source.id);
  const canFocus = rights.update && focalField?.canUpdate === true && url !== null;
  return (
    <section className="file-section" aria-label={t.file}>
      <div className="file-main">
        {canFocus && width !== null && height !== null ? (
          <FocalPoint upload={upload} file={{ ...file, width, height }} />
        ) : (
          <Preview key={url} file={file} served={served} />
        )}
        {isImage && altField !== undefined && (
          <>
            <FieldView field={altField} path={['alt']} />
            {upload.needsAlt === true && <AltHint />}
          </>
        )}
      </div>
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
          {rights.update && url !== null && isCroppable(mimeType) && (
            <Button size="small" icon="crop" onClick={() => setIsCropping(true)}>
              {t.crop}
            </Button>
          )}
          {url !== null && (
            <>
              <Button size="small" icon="link" onClick={() => void copy(new URL(url, location.href).href)}>
                {t.copyLink}
              </Button>
              <a className={buttonClass({ size: 'small' })} href={`${served}?download`} download={filename}>
                <Icon name="download" />
                <span className="button-text">{t.download}</span>
              </a>
            </>
          )}
        </div>
        {rights.update && <UsageList slug={meta.slug} id={source.id} />}
      </div>
      {isCropping && served !== null && (
        <Suspense>
          <CropDialog
            source={source}
            upload={upload}
            editor={editor}
            file={{ ...file, url: served }}
            onClose={() => setIsCropping(false)}
          />
        </Suspense>
      )}
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

/** Before a publication is refused for it. */
function AltHint(): ReactNode {
  const t = useTexts(fileTexts);
  const isMissing = useFormState(({ values }) => String(values['alt'] ?? '').trim() === '');
  return isMissing ? <Notice kind="warning">{t.altNeeded}</Notice> : null;
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
