import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ContractDescriptor } from '../../codegen/descriptors.js';
import { ConfigError } from '../../errors/config-error.js';
import { imagePackage, imageProgram } from '../../util/image-program.js';
import { packageRoot } from '../../util/package-root.js';

/**
 * Refuses to start a service that takes images where the package for them is not installed. It is not loaded
 * here: that takes time, and this process never decodes an image.
 *
 * @param program - the file that will load it.
 * @throws ConfigError
 */
export function requireSharp(
  { collections }: ContractDescriptor,
  program: string = join(packageRoot, imageProgram),
): void {
  const taking = collections.filter(({ upload }) => upload?.images !== undefined);
  if (taking.length === 0 || isInstalled(program)) return;
  const message =
    'takes images, which need the package sharp: npm install sharp, or name the types of other files in "mimeTypes".';
  throw new ConfigError(
    taking.map(({ slug }) => ({ file: null, line: null, path: `collections.${slug}.upload`, message })),
  );
}

function isInstalled(program: string): boolean {
  try {
    createRequire(program).resolve(imagePackage);
    return true;
  } catch {
    return false;
  }
}
