/** The log of the mail module; a pino logger fits. Never an address, a link or a code. */
export interface MailLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
