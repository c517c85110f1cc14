import { type ReactNode, useEffect, useState } from 'react';
import type { AdminUploadMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../../runtime/util/json.js';
import {
  type CropBox,
  croppedPoint,
  placedBox,
  shapedBox,
  type Turn,
  turnedBox,
  turnedBy,
  turnedSides,
} from '../../../files/crop.js';
import { CropFault, cropImage, type LoadedImage, loadImage } from '../../../files/crop-image.js';
import type { StoredFile } from '../../../files/stored-file.js';
import { fileTexts } from '../../../files/texts.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Field } from '../../../ui/field.js';
import { Input, Select } from '../../../ui/inputs.js';
import { Notice, Skeleton } from '../../../ui/states.js';
import { CropPicture } from './crop-picture.js';
import { canDraft, ReplaceActions } from './replace-actions.js';
import { type ReplacementOptions, useReplacement } from './use-replacement.js';

interface CropDialogProps extends ReplacementOptions {
  readonly upload: AdminUploadMeta;
  readonly file: StoredFile & { readonly url: string };
}

/** Shapes that are offered: width by height. */
const shapes = { free: null, '1:1': 1, '4:3': 4 / 3, '16:9': 16 / 9 } as const;

type Shape = keyof typeof shapes;

/** Cuts and turns an image in the browser, and sends the result as a new file. */
export function CropDialog({ source, upload, editor, file, onClose }: CropDialogProps): ReactNode {
  const t = useTexts(fileTexts);
  const formats = useFormats();
  const replacement = useReplacement({ source, editor, onClose });
  const { image, fault } = useImage(file);
  const [turn, setTurn] = useState<Turn>(0);
  const [shape, setShape] = useState<Shape>('free');
  const [chosen, setChosen] = useState<CropBox | null>(null);
  const { meta } = source;
  const { issue, setIssue, sent, isLost } = replacement;
  const sides = image === null ? null : turnedSides(image.bitmap, turn);
  const whole = sides === null ? null : { x: 0, y: 0, ...sides };
  const box = chosen ?? whole;
  const ratio = shapes[shape];
  const isWhole = box !== null && whole !== null && box.width === whole.width && box.height === whole.height;

  const rotate = (quarters: 1 | -1): void => {
    if (sides === null || box === null) return;
    const turned = turnedBox(box, sides, quarters);
    const next = { width: sides.height, height: sides.width };
    setTurn(turnedBy(turn, quarters));
    setChosen(ratio === null ? turned : shapedBox({ x: 0, y: 0, ...next }, ratio));
  };
  const reset = (): void => {
    setTurn(0);
    setShape('free');
    setChosen(null);
  };
  const save = async (draft: boolean): Promise<void> => {
    if (image === null || box === null || sent !== null) return;
    try {
      const blob = await cropImage(image, { turn, box });
      if (blob.size > upload.maxBytes) return setIssue(t.tooLarge(formats.bytes(upload.maxBytes)));
      const made = new File([blob], file.filename, { type: blob.type });
      const canFocus = meta.fields.some(({ name, canUpdate }) => name === 'focalX' && canUpdate);
      const data = canFocus ? focalData(editor.document, image.bitmap, turn, box) : {};
      await replacement.send(made, draft, data);
    } catch (error) {
      setIssue(error instanceof CropFault && error.kind === 'notWritten' ? t.cropNotWritten : t.notLoaded);
    }
  };
  const place = (part: Partial<CropBox>): void => {
    if (sides !== null && box !== null) setChosen(placedBox({ ...box, ...part }, sides, ratio));
  };
  return (
    <Dialog
      isOpen
      isWide
      onClose={replacement.close}
      title={t.cropTitle}
      description={`${t.cropText} ${
        meta.versions ? t.cropVersions : canDraft(meta) ? t.cropDraft : t.cropForGood
      }`}
      actions={
        <ReplaceActions
          {...{ meta, replacement, label: t.cropSave }}
          disabled={image === null || (isWhole && turn === 0 && t.cropNothing)}
          onReplace={(draft) => void save(draft)}
        />
      }
    >
      {fault !== null && <Notice kind="danger">{fault === 'animated' ? t.cropAnimated : t.notLoaded}</Notice>}
      {issue !== null && <Notice kind="danger">{issue}</Notice>}
      {image === null && fault === null && <Skeleton height="16rem" />}
      {image !== null && sides !== null && box !== null && (
        <>
          <div className="crop-tools">
            <Button size="small" icon="turnLeft" onClick={() => rotate(-1)}>
              {t.turnLeft}
            </Button>
            <Button size="small" icon="turnRight" onClick={() => rotate(1)}>
              {t.turnRight}
            </Button>
            <Select
              isSmall
              aria-label={t.cropShape}
              className="crop-shape"
              value={shape}
              onChange={({ target }) => {
                const next = shapeNamed(target.value);
                setShape(next);
                setChosen(shapedBox(shapes[next] === null ? box : { x: 0, y: 0, ...sides }, shapes[next]));
              }}
            >
              <option value="free">{t.cropFree}</option>
              <option value="1:1">1 : 1</option>
              <option value="4:3">4 : 3</option>
              <option value="16:9">16 : 9</option>
            </Select>
            <Button size="small" variant="ghost" icon="undo" onClick={reset}>
              {t.cropReset}
            </Button>
          </div>
          <CropPicture
            {...{ image, turn, sides, box, ratio }}
            label={t.preview(file.filename)}
            onChange={setChosen}
          />
          <div className="crop-numbers">
            {(['x', 'y', 'width', 'height'] as const).map((name) => (
              <NumberField
                key={name}
                label={{ x: t.cropX, y: t.cropY, width: t.cropWidth, height: t.cropHeight }[name]}
                value={box[name]}
                onChange={(value) =>
                  place(
                    name === 'height' && ratio !== null
                      ? { height: value, width: Math.round(value * ratio) }
                      : name === 'width' && ratio !== null
                        ? { width: value, height: Math.round(value / ratio) }
                        : { [name]: value },
                  )
                }
              />
            ))}
          </div>
          {sent !== null && (
            <p className="crop-sending">
              <progress value={sent} max={1} aria-label={t.progressOf(file.filename)} />
              {isLost ? t.connectionLost : sent < 1 ? t.sending(formats.percent(sent)) : t.checking}
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

function shapeNamed(name: string): Shape {
  return name in shapes ? (name as Shape) : 'free';
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A number of pixels, which counts when the field is left: parts of it are other numbers. */
function NumberField({ label, value, onChange }: NumberFieldProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = (): void => {
    if (typed !== null && typed.trim() !== '' && Number.isFinite(Number(typed))) onChange(Number(typed));
    setTyped(null);
  };
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          isSmall
          type="number"
          inputMode="numeric"
          min={0}
          value={typed ?? String(value)}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={settle}
          onKeyDown={({ key }) => key === 'Enter' && settle()}
        />
      )}
    </Field>
  );
}

interface FoundImage {
  readonly image: LoadedImage | null;
  readonly fault: CropFault['kind'] | null;
}

function useImage({ url, mimeType }: CropDialogProps['file']): FoundImage {
  const [found, setFound] = useState<FoundImage>({ image: null, fault: null });
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    let loaded: LoadedImage | null = null;
    loadImage(url, mimeType, signal).then(
      (image) => {
        loaded = image;
        if (signal.aborted) image.bitmap.close();
        else setFound({ image, fault: null });
      },
      (error: unknown) => {
        const fault = error instanceof CropFault ? error.kind : 'notLoaded';
        if (!signal.aborted) setFound({ image: null, fault });
      },
    );
    return () => {
      stopping.abort();
      loaded?.bitmap.close();
    };
  }, [url, mimeType]);
  return found;
}

/** The focal point stays on what it was on. A new file would have it in the middle. */
function focalData(
  { focalX, focalY }: Readonly<Record<string, unknown>>,
  image: LoadedImage['bitmap'],
  turn: Turn,
  box: CropBox,
): JsonObject {
  if (typeof focalX !== 'number' || typeof focalY !== 'number') return {};
  const point = croppedPoint({ x: focalX, y: focalY }, image, turn, box);
  return { focalX: point.x, focalY: point.y };
}
