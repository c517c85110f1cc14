import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { arrowMove } from '../../../files/arrow-move.js';
import { type CropBox, type CropHandle, movedBox, type Sides, type Turn } from '../../../files/crop.js';
import { drawTurned, type LoadedImage } from '../../../files/crop-image.js';
import { fileTexts } from '../../../files/texts.js';
import { useTexts } from '../../../i18n/language.js';
import './crop.css';

interface CropPictureProps {
  readonly image: LoadedImage;
  readonly turn: Turn;
  /** Of the turned image. */
  readonly sides: Sides;
  readonly box: CropBox;
  /** Width by height that stays; null: free. */
  readonly ratio: number | null;
  readonly label: string;
  readonly onChange: (box: CropBox) => void;
}

/** The longer side of the picture on the screen, at most. */
const picturePixels = 1200;

/** The whole box first, so that the corners lie above it. */
const handles: readonly CropHandle[] = ['whole', 'topLeft', 'topRight', 'bottomLeft', 'bottomRight'];

/** A picture with the box that will be kept, moved by mouse, touch or keys. */
export function CropPicture(props: CropPictureProps): ReactNode {
  const { image, turn, sides, box, ratio, label, onChange } = props;
  const t = useTexts(fileTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<Drag | null>(null);
  useEffect(() => {
    if (canvas.current !== null) drawTurned(canvas.current, image, { turn, longest: picturePixels });
  }, [image, turn]);
  const percent = (part: number, of: number): string => `${(part / of) * 100}%`;
  const style = {
    // A picture is not mirrored in languages from right to left.
    left: percent(box.x, sides.width),
    top: percent(box.y, sides.height),
    width: percent(box.width, sides.width),
    height: percent(box.height, sides.height),
  };
  const take = (handle: CropHandle, event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { handle, box, x: event.clientX, y: event.clientY };
  };
  const pull = (event: PointerEvent): void => {
    const shown = canvas.current?.getBoundingClientRect();
    if (drag.current === null || shown === undefined || event.buttons === 0) return;
    const { handle, box: start, x, y } = drag.current;
    const across = ((event.clientX - x) / shown.width) * sides.width;
    const down = ((event.clientY - y) / shown.height) * sides.height;
    onChange(movedBox(start, { handle, across, down, sides, ratio }));
  };
  const press = (handle: CropHandle, event: KeyboardEvent): void => {
    const step = Math.max(1, Math.round(Math.max(sides.width, sides.height) / 100));
    const move = arrowMove(event, step);
    if (move !== null) onChange(movedBox(box, { handle, ...move, sides, ratio }));
  };
  const names: Readonly<Record<CropHandle, string>> = {
    whole: t.cropWhole,
    topLeft: t.cropTopLeft,
    topRight: t.cropTopRight,
    bottomLeft: t.cropBottomLeft,
    bottomRight: t.cropBottomRight,
  };
  return (
    <div className="crop">
      <div className="crop-picture">
        <canvas ref={canvas} role="img" aria-label={label} />
        <div className="crop-shade">
          <div className="crop-kept" style={style} />
        </div>
        <div className="crop-box" style={style}>
          {handles.map((handle) => (
            <span
              key={handle}
              className={`crop-handle crop-${handle}`}
              role="slider"
              tabIndex={0}
              aria-label={names[handle]}
              aria-valuemin={0}
              aria-valuemax={sides.width}
              aria-valuenow={handle.endsWith('Right') ? box.x + box.width : box.x}
              aria-valuetext={t.cropAt(box.x, box.y, box.width, box.height)}
              onPointerDown={(event) => take(handle, event)}
              onPointerMove={pull}
              onPointerUp={() => {
                drag.current = null;
              }}
              onKeyDown={(event) => press(handle, event)}
            />
          ))}
        </div>
      </div>
      <p className="field-hint">
        {t.cropAt(box.x, box.y, box.width, box.height)}. {t.cropHint}
      </p>
    </div>
  );
}

/** What is pulled, and where that began. */
interface Drag {
  readonly handle: CropHandle;
  readonly box: CropBox;
  readonly x: number;
  readonly y: number;
}
