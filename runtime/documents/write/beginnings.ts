import type { JoinedDocuments } from '../operation.js';

/** Writes that begin in their order, each before the one before it is confirmed. */
interface Beginnings {
  readonly begin: JoinedDocuments['begin'];
  /** A write has requested its step: what begins later comes after it. */
  entered(): void;
}

export function createBeginnings(): Beginnings {
  let haveEntered: (() => void)[] = [];
  return {
    async begin(write) {
      const entered = new Promise<void>((resolve) => haveEntered.push(resolve));
      const written = write();
      // A write without a step, such as one that is refused. Its failure is that of `written`.
      const ended = written.then(
        () => undefined,
        () => undefined,
      );
      await Promise.race([entered, ended]);
      return { written };
    },
    entered() {
      const all = haveEntered;
      haveEntered = [];
      for (const enter of all) enter();
    },
  };
}
