import { reason } from '../../errors/reasons/reason.js';
import { badInput } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { varyOf } from '../../http/security/api-headers.js';
import { type Transform, transformed } from '../images/transform.js';
import { filesOf } from '../open-files.js';
import { findLiveFile } from '../records/file-table.js';
import { noFile } from './admitted-file.js';
import { replyWithMade, type ServedSize } from './serve-size.js';
import { transformsOf } from './transform-parameters.js';

/** An image in a view of its document, in a size that the request asks for. */
export interface ServedTransform extends Omit<ServedSize, 'size'> {
  readonly transform: Transform;
}

/** @throws ServiceError BAD_USER_INPUT for a file that is no image, NOT_FOUND, UNAVAILABLE */
export async function replyWithTransform(
  request: ApiRequest,
  service: Service,
  { document, file, transform, ...serving }: ServedTransform,
): Promise<Reply> {
  const { descriptor } = serving;
  const { formats = [] } = transformsOf(descriptor) ?? {};
  if (file.image === null) throw badInput(reason('transform.noImage'));
  const accept = request.header('accept');
  const wanted = { ...transformed(file.image, transform, { accept, formats }), file: file.id };
  const { driver } = filesOf(service);
  const live = await findLiveFile(driver, { id: file.id, collection: descriptor.slug, document });
  if (live === null) throw noFile();
  const reply = await replyWithMade(request, service, { ...serving, filename: file.filename, live, wanted });
  if (transform.format !== 'auto') return reply;
  const others = varyOf({ authenticates: descriptor.upload?.signs === true, variesByOrigin: false });
  return { ...reply, headers: { ...reply.headers, Vary: `Accept, ${others}` } };
}
