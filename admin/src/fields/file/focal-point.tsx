import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react';
import type { AdminUploadMeta } from '../../../../runtime/codegen/admin-meta.js';
import { arrowMove } from '../../files/arrow-move.js';
import { coverPosition } from '../../files/cover-position.js';
import { imageUrl, type StoredFile } from '../../files/stored-file.js';
import { fileTexts } from '../../files/texts.js';
import { useTexts } from '../../i18n/language.js';
import { useForm, useFormState } from '../form-context.js';
import './focal-point.css';

interface FocalPointProps {
  readonly upload: AdminUploadMeta;
  readonly file: StoredFile & { readonly width: number; readonly height: number };
}

/** The longer side of the picture on the screen. */
const picturePixels = 900;
const centre = 50;
/** Sides of the preview of a size, at most. */
const maxCover = { width: 12, height: 5 };

/** Sets what an image is cut around, by mouse, touch or keys, and shows how its sizes will be cut. */
export function FocalPoint({ upload, file }: FocalPointProps): ReactNode {
  const t = useTexts(fileTexts);
  const { store } = useForm();
  const x = useFormState(({ values }) => numberOf(values['focalX']));
  const y = useFormState(({ values }) => numberOf(values['focalY']));
  const picture = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const source = imageUrl(file, picturePixels) ?? '';
  const set = (nextX: number, nextY: number): void => {
    store.setValue(['focalX'], within(nextX));
    store.setValue(['focalY'], within(nextY));
  };
  const point = (event: PointerEvent): void => {
    const box = picture.current?.getBoundingClientRect();
    if (box === undefined || event.buttons === 0) return;
    set(((event.clientX - box.left) / box.width) * 100, ((event.clientY - box.top) / box.height) * 100);
  };
  const press = (event: KeyboardEvent): void => {
    const move = arrowMove(event, 1);
    if (move !== null) set(x + move.across, y + move.down);
  };
  return (
    <div className="focal">
      <div
        ref={picture}
        className="focal-picture"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          point(event);
        }}
        onPointerMove={point}
      >
        <img src={source} alt={file.alt === '' ? t.preview(file.filename) : file.alt} draggable={false} />
        <span
          className="focal-handle"
          role="slider"
          tabIndex={0}
          aria-label={t.focalPoint}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={x}
          aria-valuetext={t.focalAt(x, y)}
          aria-describedby={hintId}
          // A picture is not mirrored in languages from right to left.
          style={{ left: `${x}%`, top: `${y}%` }}
          onKeyDown={press}
        />
      </div>
      <p className="field-hint" id={hintId}>
        {t.focalAt(x, y)}. {t.focalHint}
      </p>
      <Covers covers={upload.covers ?? []} source={source} file={file} x={x} y={y} />
    </div>
  );
}

interface CoversProps extends Pick<FocalPointProps, 'file'> {
  readonly covers: NonNullable<AdminUploadMeta['covers']>;
  readonly source: string;
  readonly x: number;
  readonly y: number;
}

function Covers({ covers, source, file, x, y }: CoversProps): ReactNode {
  const t = useTexts(fileTexts);
  if (covers.length === 0) return null;
  return (
    <ul className="focal-covers" aria-label={t.covers}>
      {covers.map(({ name, width, height }) => (
        <li key={name}>
          <img
            src={source}
            alt=""
            style={{
              aspectRatio: `${width} / ${height}`,
              inlineSize: `${Math.min(maxCover.width, (maxCover.height * width) / height)}rem`,
              objectPosition: coverPosition({ width, height }, { image: file, x, y }),
            }}
          />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

function within(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), 100));
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : centre;
}
