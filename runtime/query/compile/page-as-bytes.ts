/** SQLite's page as one row, in which the documents are bytes: nobody makes a string of them on their way out. */

/** Texts of several rows as one, with commas. */
export function joinedBytes(column: string): string {
  return `CAST(group_concat(${column}, ',') AS BLOB)`;
}

/** Lengths in bytes of the texts of several rows, with commas. */
export function joinedSizes(column: string): string {
  return `group_concat(octet_length(${column}))`;
}

/** Values of several rows as a JSON list. */
export function jsonListOf(column: string): string {
  return `json_group_array(${column})`;
}
