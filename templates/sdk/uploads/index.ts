import { connect, type MoreMethods } from '../client.js';
import { refuse } from '../errors.js';
import { jsonOf } from '../json.js';
import { type ClientContract, loadedPart, type Methods, methodsOf, segment } from '../methods.js';
import type { CallOptions, CreateOptions, WriteOptions } from '../options.js';
import { platform } from '../platform.js';
import { createSend, plainHeaders, type Send } from '../request.js';
import { fileOf } from './given-file.js';
import type {
  AddressedFile,
  FileInput,
  FileUrlOptions,
  ReplaceOptions,
  SendFileOptions,
  SignedAddress,
  SignOptions,
  UploadClientOptions,
  UploadOptions,
  UsageQuery,
} from './types.js';

export type { FileBlob, FileStream, PlainBlob, PlainStream, UploadProgress } from './bytes.js';
export type * from './types.js';

/** The client of the code of the service itself. */
interface InService {
  readonly isLocal?: boolean;
}

/** Makes the methods of the collections with files of a client; `more` those of other names. */
export function uploadsOf(
  contract: ClientContract,
  { baseUrl, resumable, isLocal }: UploadClientOptions & InService,
  names: readonly string[],
  more?: (send: Send) => MoreMethods,
): (send: Send) => MoreMethods {
  return (send) => (name, finish) => {
    if (!names.includes(name)) return more?.(send)(name, finish);
    const root = contract.pathOf(name);
    const absolute = (url: string): string =>
      url.startsWith('/') ? `${baseUrl.replace(/\/+$/, '')}${url}` : url;
    // In the process of the service no connection is lost.
    const above = resumable === false || isLocal ? Infinity : (resumable?.above ?? 2 ** 25);
    const sending = { send, root, above, isLocal };
    const methods = Object.assign(methodsOf(root, contract, send), uploadMethods(root, absolute, sending));
    // A bucket or a CDN takes no parameters: its objects are `<slug>/<file>/<name>`.
    const served = (address: string, id: string | undefined): string => {
      if (id === undefined || address.includes(`/api/${root}/`)) return address;
      const [name = '', file = ''] = address.split('/').reverse();
      const path = name === 'original' ? name : `${name}/${name}`;
      return absolute(`/api/${root}/${segment(id)}/file/${file}/${path}`);
    };
    const fileUrl = (
      { id, url, sizes, width }: AddressedFile,
      { size, download, ...values }: FileUrlOptions = {},
    ): string => {
      const given = width === null ? [] : Object.entries(values).filter(([, value]) => value !== undefined);
      const query = [...given.map(([name, value]) => `${name}=${value}`), ...(download ? ['download'] : [])];
      if (size && sizes === undefined) refuse('`size` needs a document with `sizes`: add it to `select`.');
      const address = absolute(sizes?.[size ?? '']?.url ?? url);
      return query.length ? `${served(address, id)}?${query.join('&')}` : address;
    };
    return Object.assign(finish(methods), { fileUrl, uploads: finish(begunUploads(sending)) });
  };
}

/** The client of a contract without authentication. */
export function connectWithUploads(
  contract: ClientContract,
  options: UploadClientOptions,
  names: readonly string[],
  more?: (send: Send) => MoreMethods,
): object {
  const send = createSend(options, contract.hash);
  return connect(contract, options, send, uploadsOf(contract, options, names, more)(send));
}

/** How the files of a collection are sent. */
interface Sending {
  readonly send: Send;
  readonly root: string;
  /** Larger files are sent in pieces; `Infinity`: none is. */
  readonly above: number;
  /** Whether the service is in this process. */
  readonly isLocal: boolean | undefined;
}

function uploadMethods(root: string, absolute: (url: string) => string, sending: Sending): Methods {
  const { send } = sending;
  return {
    create: async (data: object, options: UploadOptions) => sendFile(sending, { data }, options),
    update: async (id: string, data: object, { file, ...options }: ReplaceOptions = {}) => {
      if (file !== undefined) return sendFile(sending, { data, document: id }, { file, ...options });
      return send('PATCH', `${root}/${segment(id)}`, options, jsonOf(data));
    },
    fromUrl: async (url: string, data: object, options?: CreateOptions) =>
      send('POST', `${root}/from-url`, options, jsonOf({ url, data })),
    usage: async (id: string, { page = 1, limit }: UsageQuery = {}, options?: CallOptions) =>
      send(
        'GET',
        `${root}/${segment(id)}/usage?page=${page}${limit === undefined ? '' : `&limit=${limit}`}`,
        options,
      ),
    sign: async (id: string, { size, expiresIn, download, draft, ...options }: SignOptions = {}) => {
      const path = `${root}/${segment(id)}/sign${draft ? '?draft=true' : ''}`;
      const signed = await send('POST', path, options, jsonOf({ size, expiresIn, download }));
      const { url, ...rest } = signed as SignedAddress;
      return { url: absolute(url), ...rest };
    },
  };
}

function begunUploads({ send, root, above }: Sending): Methods {
  return {
    resume: async (token: string, { file, ...options }: Partial<SentFile> & CallOptions = {}) => {
      const { resumeUpload } = await loadedPart(import('./resumable.js'));
      return resumeUpload({ send, root }, token, await fileOf(file, above), options);
    },
    cancel: async (token: string, options?: CallOptions) =>
      send('DELETE', `${root}/uploads/tus/${segment(token)}`, {
        ...options,
        headers: { ...plainHeaders(options?.headers), 'tus-resumable': '1.0.0' },
      }),
  };
}

async function sendFile(
  { send, root, above, isLocal }: Sending,
  { data, document }: { readonly data: object; readonly document?: string },
  { file, onProgress, direct, ...options }: WriteOptions & Partial<SentFile> & SendFileOptions = {},
): Promise<unknown> {
  const isDirect = direct && !isLocal;
  const { content, filename, type, size } = await fileOf(file, isDirect ? Infinity : above);
  if (isDirect) {
    const { sendDirect } = await loadedPart(import('./direct.js'));
    const sent = { content, filename, type, size };
    return sendDirect({ send, root }, { data, document }, sent, { ...options, onProgress });
  }
  if (above < Infinity && (size > above || onProgress || 'getReader' in content)) {
    const { sendResumable } = await loadedPart(import('./resumable.js'));
    const sent = { content, filename, type, size };
    return sendResumable({ send, root }, { data, document }, sent, { ...options, onProgress });
  }
  const form = new platform.FormData();
  // The data first, so that the server knows them before it receives the file.
  form.append('data', new platform.Blob([jsonOf(data)], { type: 'application/json' }), 'data.json');
  form.append('file', content, filename);
  onProgress?.({ sent: 0, total: size, token: undefined });
  const written = await (document === undefined
    ? send('POST', root, options, form)
    : send('PATCH', `${root}/${segment(document)}`, options, form));
  onProgress?.({ sent: size, total: size, token: undefined });
  return written;
}

/** What plain JavaScript may lack. */
interface SentFile {
  readonly file: FileInput;
}
