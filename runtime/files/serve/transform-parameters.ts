/** `?w=&h=&fit=&format=&q=`: values of the lists of the config, and no others. */
import type { CollectionDescriptor, TransformsDescriptor } from '../../codegen/descriptors.js';
import type { ImageFormat } from '../../config/upload-config.js';
import { reason } from '../../errors/reasons/reason.js';
import { gotOf, inputIssue } from '../../fields/input-issue.js';
import { fitOf, type Transform } from '../images/transform.js';

const fits = ['cover', 'inside'] as const;

/** The sizes that requests may ask for; undefined where there are none. */
export function transformsOf({ upload }: CollectionDescriptor): TransformsDescriptor | undefined {
  return upload?.images?.transforms;
}

/** The names of the parameters. A side without values has none. */
export function transformNames(descriptor: CollectionDescriptor): readonly string[] {
  const transforms = transformsOf(descriptor);
  if (transforms === undefined) return [];
  return [
    ...(transforms.widths.length > 0 ? ['w'] : []),
    ...(transforms.heights.length > 0 ? ['h'] : []),
    ...['fit', 'format', 'q'],
  ];
}

/**
 * The size that a request asks for; null if it asks for none.
 *
 * @throws ServiceError BAD_USER_INPUT
 */
export function readTransform(
  parameters: ReadonlyMap<string, string>,
  descriptor: CollectionDescriptor,
): Transform | null {
  const transforms = transformsOf(descriptor);
  const names = transformNames(descriptor);
  if (transforms === undefined || !names.some((name) => parameters.has(name))) return null;
  const { widths, heights, formats, qualities } = transforms;
  const chosen = <T extends string | number>(name: string, values: readonly T[]): T | undefined => {
    const text = parameters.get(name);
    if (text === undefined) return undefined;
    const value = values.find((one) => String(one) === text);
    if (value === undefined) throw notListed(name, values.map(String), text);
    return value;
  };
  const [width, height] = [chosen('w', widths), chosen('h', heights)];
  const fit = chosen('fit', fits) ?? fitOf({ width, height });
  const format = chosen<ImageFormat | 'auto'>('format', [...formats, 'auto']) ?? formats[0] ?? 'webp';
  const quality = chosen('q', qualities) ?? qualities[0] ?? 80;
  if (width === undefined && height === undefined)
    throw inputIssue(names[0] ?? 'w', reason('transform.noSide'));
  if (fit === 'cover' && (width === undefined || height === undefined))
    throw inputIssue('fit', reason('transform.oneSide'));
  if (parameters.has('size')) throw inputIssue('size', reason('transform.withSize'));
  return { width, height, fit, format, quality };
}

function notListed(name: string, values: readonly string[], text: string): Error {
  return inputIssue(name, reason('input.notAllowed', { values, got: gotOf(text) }));
}
