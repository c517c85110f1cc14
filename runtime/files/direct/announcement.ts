import { reason } from '../../errors/reasons/reason.js';
import type { ApiRequest } from '../../http/api.js';
import { type BodyField, checkBody, integer, optional, text } from '../../http/auth-routes/body.js';
import { requireObject } from '../../http/body/json-object.js';
import type { AnnouncedUpload } from '../resumable/begin-upload.js';

const checksum: BodyField<string> = {
  optional: false,
  check: (value) =>
    typeof value === 'string' && /^sha256-[A-Za-z0-9+/]{43}=$/.test(value)
      ? { value }
      : { issue: reason('upload.badFileChecksum') },
};

/** Checked as the data of any document. */
const anything: BodyField<unknown> = { optional: true, check: (value) => ({ value }) };

const shape = {
  filename: text({ empty: true }),
  mimeType: optional(text({ empty: true })),
  filesize: integer(0, Number.MAX_SAFE_INTEGER),
  checksum: optional(checksum),
  data: anything,
  document: optional(text()),
};

/**
 * What a client says in the body of a request of a file that it is going to send.
 *
 * @throws ServiceError BAD_USER_INPUT, and of the body.
 */
export async function announcedIn(request: ApiRequest): Promise<AnnouncedUpload> {
  const said = checkBody(requireObject(await request.body()), shape);
  return {
    filename: said.filename,
    declaredType: said.mimeType === undefined || said.mimeType === '' ? null : said.mimeType,
    length: said.filesize,
    data: said.data === undefined ? {} : said.data,
    replaces: said.document ?? null,
    checksum: said.checksum ?? null,
    metadata: null,
  };
}
