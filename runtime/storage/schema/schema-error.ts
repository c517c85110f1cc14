/** The database does not fit the config. The message is for the person who starts the server. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}
