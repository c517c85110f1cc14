/** What commands do with all documents of a project. */
export { exportContent } from './export-content.js';
export { importFile } from './import-content.js';
export { openContent } from './open-content.js';
