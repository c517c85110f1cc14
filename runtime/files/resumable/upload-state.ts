import type { UploadState } from './upload-table.js';

/** How far an upload is, as responses say it. */
export function stateOf(upload: UploadState): string {
  const { id, received, length, expiresAt, emptyUntil, result, isDraft } = upload;
  return JSON.stringify({
    uploadId: id,
    offset: received,
    length,
    expiresAt: new Date(emptyUntil ?? expiresAt).toISOString(),
    document: result,
    draft: isDraft,
  });
}
