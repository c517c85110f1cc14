import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ServiceConfig } from '../../config/service-config.js';
import { takenImages } from '../../config/upload-config.js';
import { imagePackage, imageProgram } from '../../util/image-program.js';
import { rasterTypes } from '../../util/media-types.js';
import { packageRoot } from '../../util/package-root.js';
import { oneLine } from '../text/one-line.js';
import { broken, type Finding, fine } from './finding.js';

interface ImageLibrary {
  readonly versions: { readonly sharp: string; readonly vips: string };
  readonly format: Readonly<Record<string, { readonly input: { readonly file: boolean } }>>;
}

/** Checks the package that decodes images, where a collection takes any. */
export function checkImages({ collections = [] }: ServiceConfig): readonly Finding[] {
  const takesImages = collections.some(
    ({ upload }) =>
      upload !== undefined && upload !== false && takenImages(upload === true ? {} : upload).some,
  );
  if (!takesImages) return [];
  const fix = `run \`npm install ${imagePackage}\``;
  const require = createRequire(join(packageRoot, imageProgram));
  try {
    require.resolve(imagePackage);
  } catch {
    return [broken('images', `the package ${imagePackage} is not installed`, fix)];
  }
  try {
    const { versions, format } = require(imagePackage) as ImageLibrary;
    const missing = rasterTypes.filter((type) => !reads(format, type.slice('image/'.length)));
    const about = `${imagePackage} ${versions.sharp} with libvips ${versions.vips}`;
    if (missing.length > 0) return [broken('images', `${about} does not read ${missing.join(', ')}`, fix)];
    return [fine('images', `${about}: JPEG, PNG, GIF, WebP and AVIF`)];
  } catch (error) {
    return [broken('images', `${imagePackage} cannot be loaded: ${oneLine(error)}`, fix)];
  }
}

/** AVIF is in the container of HEIF. */
function reads(format: ImageLibrary['format'], name: string): boolean {
  return format[name === 'avif' ? 'heif' : name]?.input.file === true;
}
