/** What drivers need where the service is installed. */

/** Packages that compile or unpack a binary at installation; npm requires their names. */
export const driverScripts = { 'better-sqlite3': true } as const;

/** The program of a process that runs long reads, in the installed package. */
export const readerProgram = 'dist/runtime/storage/dialects/sqlite/reader-process.js';

/** All programs that drivers start, in the installed package. */
export const driverPrograms: readonly string[] = [
  readerProgram,
  'dist/runtime/storage/dialects/sqlite/reader-watch.js',
];
