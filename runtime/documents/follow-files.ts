import type { DocumentEnvironment } from './document-environment.js';
import type { DocumentType } from './document-type.js';

/** Tells those who keep files that documents went to the trash, or came back. */
export async function followFiles(
  environment: DocumentEnvironment,
  documents: ReadonlyMap<DocumentType, ReadonlySet<string>>,
): Promise<void> {
  const owners = [...documents].flatMap(
    ([
      {
        files,
        model: { descriptor },
      },
      ids,
    ]) => (files !== null && descriptor.kind === 'collection' ? [{ files, descriptor, ids: [...ids] }] : []),
  );
  const moved = owners[0]?.files.moved;
  if (moved !== undefined) await environment.afterCommit(() => moved(owners));
}
