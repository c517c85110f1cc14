import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.js';
import { Icon, type IconName } from '../ui/icon.js';
import { type FileKind, kindOfType } from './file-kind.js';
import { imageUrl, type StoredFile } from './stored-file.js';
import { decodeThumbhash } from './thumbhash.js';
import './thumbnail.css';

const icons: Readonly<Record<FileKind, IconName>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'document',
  text: 'text',
  other: 'document',
};

/** Returns the icon of a media type. */
export function iconOfType(mimeType: string): IconName {
  return icons[kindOfType(mimeType)];
}

interface ThumbnailProps {
  readonly file: StoredFile;
  /** Length of its longer side on the screen. */
  readonly pixels: number;
  readonly className?: string;
}

/** A small picture of a file, next to its name: an image, or the icon of its type. */
export function Thumbnail({ file, pixels, className }: ThumbnailProps): ReactNode {
  const url = imageUrl(file, pixels * Math.min(devicePixelRatio, 2));
  const [failed, setFailed] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  return (
    <span className={classNames('thumbnail', className)}>
      {url === null || failed === url ? (
        <Icon name={iconOfType(file.mimeType)} />
      ) : (
        <>
          {file.thumbhash !== null && loaded !== url && <Placeholder hash={file.thumbhash} />}
          <img
            src={url}
            alt=""
            loading="lazy"
            decoding="async"
            onLoad={() => setLoaded(url)}
            onError={() => setFailed(url)}
          />
        </>
      )}
    </span>
  );
}

/** The colours of an image, until it is loaded. */
function Placeholder({ hash }: { readonly hash: string }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const picture = decodeThumbhash(hash);
    if (picture === null || canvas.current === null) return;
    canvas.current.width = picture.width;
    canvas.current.height = picture.height;
    const context = canvas.current.getContext('2d');
    context?.putImageData(new ImageData(picture.pixels, picture.width, picture.height), 0, 0);
  }, [hash]);
  return <canvas ref={canvas} />;
}
