/** What export and import do with the bytes of files; a project without files does not load it. */
export { openExportFiles } from './export-files.js';
export { openImportFiles } from './import-files.js';
