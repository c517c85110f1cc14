import { segment } from '../../../templates/sdk/methods.js';
import type { Fetch } from '../../../templates/sdk/platform.js';
import type { Api } from '../api/api.js';
import type { Document } from '../api/documents.js';
import type { FileToSend } from './file-to-send.js';

/** Larger files are sent in pieces, which go on after a lost connection. */
const resumableAbove = 8 * 1024 * 1024;

/** Creates a document with its file, or replaces the file of one. */
export async function sendFile(api: Api, sent: FileToSend): Promise<Document> {
  if (sent.file.size > resumableAbove) {
    const { sendLargeFile } = await import('./send-large-file.js');
    return sendLargeFile(api, sent);
  }
  const { meta, file, data = {}, id, ifMatch, draft = false, signal, onProgress } = sent;
  const form = new FormData();
  // The data first: the service looks at them before it takes the file.
  form.append('data', new Blob([JSON.stringify(data)], { type: 'application/json' }), 'data.json');
  form.append('file', file, file.name);
  const send = api.through(fetchWithProgress(form, onProgress));
  const path = id === undefined ? meta.slug : `${meta.slug}/${segment(id)}`;
  const options = { draft, ...(ifMatch !== undefined && { ifMatch }), ...(signal && { signal }) };
  return (await send(id === undefined ? 'POST' : 'PATCH', path, options, form)) as Document;
}

/** `fetch` tells nothing of what it has sent, so the form goes by the older interface. */
function fetchWithProgress(form: FormData, onProgress: FileToSend['onProgress']): Fetch {
  const sending = (request: Request): Promise<Response> =>
    new Promise((resolve, reject) => {
      const call = new XMLHttpRequest();
      call.open(request.method, request.url);
      for (const [name, value] of request.headers) {
        // The browser sets the type, with the boundary of the form.
        if (name !== 'content-type') call.setRequestHeader(name, value);
      }
      call.upload.onprogress = ({ loaded, total }) => {
        if (total > 0) onProgress?.(loaded / total);
      };
      call.onload = () => {
        const headers = new Headers();
        for (const line of call
          .getAllResponseHeaders()
          .trim()
          .split(/[\r\n]+/)) {
          const at = line.indexOf(':');
          if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
        }
        resolve(new Response(call.responseText, { status: call.status, headers }));
      };
      call.onerror = () => reject(new TypeError('Failed to send'));
      call.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
      request.signal.addEventListener('abort', () => call.abort());
      call.send(form);
    });
  return sending as Fetch;
}
