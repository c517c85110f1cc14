export { type CheckOptions, checkMedia, type MediaProblem, type MediaReport } from './check-media.js';
export { type CopyOptions, type CopyReport, copyMedia } from './copy-media.js';
export { type Media, openMedia } from './open-media.js';
export { type RegenerateOptions, type RegenerateReport, regenerateMedia } from './regenerate-media.js';
