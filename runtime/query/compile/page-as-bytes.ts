/** SQLite's page as one row with the documents as bytes, which are sent without creating a string. */

/** Texts of several rows, joined by commas. */
export function joinedBytes(column: string): string {
  return `CAST(group_concat(${column}, ',') AS BLOB)`;
}

/** Lengths in bytes of the texts of several rows, joined by commas. */
export function joinedSizes(column: string): string {
  return `group_concat(octet_length(${column}))`;
}

/** Values of several rows as a JSON list. */
export function jsonListOf(column: string): string {
  return `json_group_array(${column})`;
}
