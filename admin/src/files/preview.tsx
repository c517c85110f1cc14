import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/language.js';
import { Icon } from '../ui/icon.js';
import { isDrawable, kindOfType } from './file-kind.js';
import { imageUrl, type StoredFile } from './stored-file.js';
import { fileTexts } from './texts.js';
import { iconOfType } from './thumbnail.js';
import './files.css';

/** The longer side of a preview on the screen. */
const previewPixels = 900;

interface PreviewProps {
  readonly file: StoredFile;
  /** The address at which the service sends the file: frames show nothing of other origins. */
  readonly served: string | null;
}

/** A file as large as the form: an image, a video or audio player, a PDF or text in a frame, or an icon. */
export function Preview({ file, served }: PreviewProps): ReactNode {
  const t = useTexts(fileTexts);
  const [failed, setFailed] = useState<string | null>(null);
  const { url, mimeType, filename, alt } = file;
  const kind = kindOfType(mimeType);
  const fail = (): void => setFailed(url);
  const name = t.preview(filename);
  if (url === null) return <NoPreview file={file} text={t.notVisible} />;
  if (failed === url) return <NoPreview file={file} text={t.notLoaded} />;
  if (kind === 'image' && isDrawable(mimeType)) {
    const source = imageUrl(file, previewPixels) ?? url;
    return (
      <div className="preview preview-image">
        <img src={source} alt={alt === '' ? name : alt} decoding="async" onError={fail} />
      </div>
    );
  }
  if (kind === 'video') {
    return (
      <div className="preview">
        {/* biome-ignore lint/a11y/useMediaCaption: captions are files of their own, which the collection does not know. */}
        <video src={url} controls preload="metadata" aria-label={name} onError={fail} />
      </div>
    );
  }
  if (kind === 'audio') {
    return (
      <div className="preview">
        {/* biome-ignore lint/a11y/useMediaCaption: as above. */}
        <audio src={url} controls preload="metadata" aria-label={name} onError={fail} />
      </div>
    );
  }
  // Browsers show no PDF in a sandbox; the policy of the response lets it do nothing.
  // Other texts are offered to be saved instead of shown, which a frame would do at once.
  if (kind === 'pdf' || mimeType === 'text/plain') {
    return (
      <div className="preview preview-frame">
        <iframe src={served ?? url} title={name} {...(kind !== 'pdf' && { sandbox: '' })} />
      </div>
    );
  }
  return <NoPreview file={file} text={t.noPreview} />;
}

function NoPreview({ file, text }: { readonly file: StoredFile; readonly text: string }): ReactNode {
  return (
    <div className="preview preview-none">
      <Icon name={iconOfType(file.mimeType)} />
      <p>{text}</p>
    </div>
  );
}
