import { isSvcError } from '../../../templates/sdk/errors.js';
import { segment } from '../../../templates/sdk/methods.js';
import type { Send } from '../../../templates/sdk/request.js';
import { resumeUpload, sendResumable } from '../../../templates/sdk/uploads/resumable.js';
import type { Api } from '../api/api.js';
import type { Document } from '../api/documents.js';
import { isPassingFailure } from '../api/passing-failure.js';
import type { FileToSend } from './file-to-send.js';

interface Begun {
  /** What was sent: the same file may be sent to several documents. */
  readonly key: string;
  readonly token: string;
}

/** Uploads that have failed. Sent again, a file goes on where it was. */
const begun = new WeakMap<File, Begun>();

/**
 * Sends a file in pieces. After a lost connection it goes on by itself for some minutes; later, when the same
 * file is sent again. One that is stopped is removed from the service.
 */
export async function sendLargeFile(api: Api, sent: FileToSend): Promise<Document> {
  const { meta, file, data = {}, id, ifMatch, draft = false, signal, onProgress, onConnection } = sent;
  const send = tellingConnection(api.through(fetch), onConnection);
  const key = JSON.stringify([meta.slug, id, ifMatch, draft, data]);
  const to = { send, root: meta.slug };
  const plain = { content: file, filename: file.name, type: file.type, size: file.size };
  const options = {
    ...(signal && { signal }),
    onProgress: ({ sent: bytes, total, token }: Progress) => {
      if (token !== undefined) begun.set(file, { key, token });
      onProgress?.(bytes / total);
    },
  };
  const known = begun.get(file);
  try {
    const document =
      known?.key === key
        ? await resumeUpload(to, known.token, plain, options)
        : await sendResumable(to, { data, document: id }, plain, {
            ...options,
            draft,
            ...(ifMatch !== undefined && { ifMatch }),
          });
    begun.delete(file);
    return document as Document;
  } catch (error) {
    const token = begun.get(file)?.token;
    const isOver = isSvcError(error) && !isPassingFailure(error);
    if (signal?.aborted === true || isOver) begun.delete(file);
    // What is not asked for any more need not wait until it expires.
    if (signal?.aborted === true && token !== undefined) void forget(api, meta.slug, token);
    // The service has forgotten it meanwhile.
    if (known?.key === key && isSvcError(error) && (error.code === 'GONE' || error.code === 'NOT_FOUND')) {
      return sendLargeFile(api, sent);
    }
    throw error;
  }
}

interface Progress {
  readonly sent: number;
  readonly total: number;
  readonly token: string | undefined;
}

function tellingConnection(send: Send, tell: FileToSend['onConnection']): Send {
  return async (...call) => {
    try {
      const answer = await send(...call);
      tell?.(false);
      return answer;
    } catch (error) {
      tell?.(isSvcError(error) && error.code === 'NETWORK');
      throw error;
    }
  };
}

async function forget(api: Api, slug: string, token: string): Promise<void> {
  try {
    const headers = { 'tus-resumable': '1.0.0' };
    await api.call('DELETE', `${slug}/uploads/tus/${segment(token)}`, undefined, { headers });
  } catch {
    // It expires by itself.
  }
}
