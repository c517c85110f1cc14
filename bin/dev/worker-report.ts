/** The message of the serving process to the command that started it, sent once. */
export type WorkerReport =
  | {
      readonly kind: 'listening';
      readonly url: string;
      /** The service has the whole server. */
      readonly isService: boolean;
      /** Other machines reach it. */
      readonly isOpen: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly stack: string;
      /** Another program uses the port. */
      readonly isPortTaken?: boolean;
    };
