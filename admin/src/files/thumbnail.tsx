import { type ReactNode, useState } from 'react';
import { classNames } from '../ui/class-names.js';
import { Icon, type IconName } from '../ui/icon.js';
import { type FileKind, kindOfType } from './file-kind.js';
import { imageUrl, type StoredFile } from './stored-file.js';
import './files.css';

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
  return (
    <span className={classNames('thumbnail', className)}>
      {url === null || failed === url ? (
        <Icon name={iconOfType(file.mimeType)} />
      ) : (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setFailed(url)} />
      )}
    </span>
  );
}
