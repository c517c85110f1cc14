import type { ReactNode } from 'react';
import type { ComparedFile, FileChange } from '../../../files/file-change.js';
import { fileTexts } from '../../../files/texts.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { diffTexts } from './texts.js';

/** A replaced file, by the names of both. */
export function FileDiff({ change: { before, after } }: { readonly change: FileChange }): ReactNode {
  const t = useTexts(diffTexts);
  const ofFiles = useTexts(fileTexts);
  const formats = useFormats();
  // Two files of one name are told apart by what else is known of them.
  const text = ({ name, bytes, width, height }: ComparedFile): string =>
    before.name !== after.name
      ? name
      : [
          name,
          bytes === null ? null : formats.bytes(bytes),
          width === null || height === null
            ? null
            : ofFiles.pixels(formats.number(width), formats.number(height)),
        ]
          .filter((part) => part !== null)
          .join(' · ');
  return (
    <div className="diff-field">
      <dt>{ofFiles.file}</dt>
      <dd className="diff-text">
        <del>
          <span className="visually-hidden">{t.before} </span>
          {text(before)}
        </del>
        <span aria-hidden="true"> → </span>
        <ins>
          <span className="visually-hidden">{t.after} </span>
          {text(after)}
        </ins>
      </dd>
    </div>
  );
}
