/**
 * The program of processes that decode images, in the installed package: the compiled file, wherever the
 * server's own code runs from, source in tests or a bundle.
 */
export const imageProgram = 'dist/runtime/files/images/image-process.js';

/** The package that it loads, which a project installs where it takes images. */
export const imagePackage = 'sharp';
