import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { AdminUploadMeta } from '../../../runtime/codegen/admin-meta.js';
import { useFormats } from '../i18n/formats.js';
import { useTexts } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { FieldIssue } from '../ui/field-notes.js';
import { Icon } from '../ui/icon.js';
import { kindOfType, kindsOfTypes } from './file-kind.js';
import { fileTexts } from './texts.js';
import { iconOfType } from './thumbnail.js';
import './files.css';

interface FileChooserProps {
  readonly upload: AdminUploadMeta;
  readonly file: File | null;
  readonly onChoose: (file: File) => void;
  /** Prefix of the ids of its parts. */
  readonly id: string;
  /** Why the chosen file, or none, does not do. */
  readonly issue?: string | null;
  /** The part of the file that was sent, from 0 to 1; null while nothing is sent. */
  readonly sent?: number | null;
  /** Whether the connection is lost, and sending goes on when it is there again. */
  readonly isLost?: boolean;
}

/** One file that is chosen in a dialog or dropped, and what is known of it before it is sent. */
export function FileChooser(props: FileChooserProps): ReactNode {
  const { upload, file, onChoose, id, issue = null, sent = null, isLost = false } = props;
  const t = useTexts(fileTexts);
  const formats = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const isTooLarge = file !== null && file.size > upload.maxBytes;
  const shown = isTooLarge ? t.tooLarge(formats.bytes(upload.maxBytes)) : issue;
  const choose = (files: FileList | null | undefined): void => {
    const [first] = files ?? [];
    if (first !== undefined) onChoose(first);
  };
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(event.type !== 'dragleave');
  };
  const types = formats.list(kindsOfTypes(upload.mimeTypes).map((kind) => t.kinds(kind)));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same for all other devices.
    <div
      className={classNames('chooser', isOver && 'chooser-over', shown !== null && 'field-invalid')}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={over}
      onDrop={(event) => {
        over(event);
        setIsOver(false);
        choose(event.dataTransfer.files);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        data-chooser={id}
        accept={upload.mimeTypes.join(',')}
        onChange={(event) => {
          choose(event.currentTarget.files);
          // So that the same file can be chosen again after it was changed.
          event.currentTarget.value = '';
        }}
      />
      {file === null ? <Icon name="upload" className="chooser-icon" /> : <Chosen file={file} />}
      <div className="chooser-text">
        {file !== null && (
          <span className="chooser-name">
            {file.name} <span className="chooser-size">{formats.bytes(file.size)}</span>
          </span>
        )}
        {sent === null ? (
          <span className="chooser-line">
            <Button
              id={id}
              size="small"
              aria-describedby={shown === null ? `${id}-takes` : `${id}-takes ${id}-error`}
              onClick={() => input.current?.click()}
            >
              {file === null ? t.choose : t.chooseOther}
            </Button>
            <span>{t.orDrop}</span>
          </span>
        ) : (
          <span className="chooser-line">
            <progress value={sent} max={1} aria-label={t.progressOf(file?.name ?? '')} />
            <span>
              {isLost ? t.connectionLost : sent < 1 ? t.sending(formats.percent(sent)) : t.checking}
            </span>
          </span>
        )}
        <span className="chooser-hint" id={`${id}-takes`}>
          {t.takes(types, formats.bytes(upload.maxBytes))}
        </span>
        {shown !== null && <FieldIssue inputId={id}>{shown}</FieldIssue>}
      </div>
    </div>
  );
}

/** A picture of a file that is not sent yet. */
function Chosen({ file }: { readonly file: File }): ReactNode {
  const url = useObjectUrl(file);
  if (kindOfType(file.type) === 'image' && url !== null) {
    return (
      <span className="thumbnail chooser-picture">
        <img src={url} alt="" />
      </span>
    );
  }
  return (
    <span className="thumbnail chooser-picture">
      <Icon name={iconOfType(file.type)} />
    </span>
  );
}

/** An address of the bytes in this page, until they are replaced. */
function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
