import { parseRemoteHost } from '../../config/remote-host.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt, ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../../http/api.js';
import { type BodyField, checkBody, text } from '../../http/auth-routes/body.js';
import { requireObject } from '../../http/body/json-object.js';
import { admitWriteWith } from '../../http/handlers/document-admission.js';
import { createdReply } from '../../http/handlers/reply.js';
import { isDraftWrite } from '../../http/handlers/write-headers.js';
import { refuseParameters } from '../../http/routing/no-parameters.js';
import { isJsonObject, type JsonObject } from '../../util/json.js';
import { readOnce } from '../../util/read-once.js';
import type { RemoteNetwork } from '../../util/remote-network.js';
import { filesOf } from '../open-files.js';
import { paced } from '../receive/paced.js';
import { inSlot } from '../receive/slots.js';
import { type FileRoute, storeWithFile } from '../receive/store-document.js';
import { openRemote, type RemoteFile, RemoteRefused, type RemoteRules } from './open-remote.js';
import { publicNetwork } from './public-network.js';

const timeout = 10_000;
const maxAddressLength = 4096;

const data: BodyField<JsonObject> = {
  optional: true,
  check: (value) =>
    isJsonObject(value) ? { value } : { issue: reason('value.wrongType', { wanted: 'object' }) },
};

/** `POST /api/{slug}/from-url`: creates a document with a file that another server has. */
export async function createFromUrl(request: ApiRequest, service: Service, route: FileRoute): Promise<Reply> {
  const { descriptor } = route;
  const { metrics, network } = filesOf(service);
  const readBody = readOnce(async () =>
    checkBody(requireObject(await request.body()), { url: text({ maxLength: maxAddressLength }), data }),
  );
  try {
    const write = await admitWriteWith(request, service, {
      descriptor,
      kind: 'create',
      body: async () => (await readBody()).data ?? {},
    });
    refuseParameters(request.search);
    if (request.header('idempotency-key') !== undefined) {
      throw badInputAt('Idempotency-Key', reason('idempotencyKey.notForFiles'));
    }
    const isDraft = isDraftWrite(write.draft, descriptor);
    const body = await readBody();
    const created = { kind: 'create', data: body.data ?? {}, isDraft } as const;
    request.outlast();
    const document = await inSlot(filesOf(service), { descriptor }, () =>
      fetched(body.url, rulesOf(route, network ?? publicNetwork), (file) =>
        storeWithFile(request, service, { route, write: created, source: sourceOf(file, route) }),
      ),
    );
    return createdReply(document, descriptor.slug, request);
  } catch (error) {
    metrics.refused(error);
    throw error;
  }
}

function rulesOf({ descriptor: { upload } }: FileRoute, network: RemoteNetwork): RemoteRules {
  const hosts = (upload?.fromUrl ?? []).flatMap((entry) => parseRemoteHost(entry) ?? []);
  return { hosts, network, timeout };
}

async function fetched<T>(
  url: string,
  rules: RemoteRules,
  use: (file: RemoteFile) => Promise<T>,
): Promise<T> {
  let file: RemoteFile | null = null;
  try {
    file = await openRemote(url, rules);
    return await use(file);
  } catch (error) {
    // One message: others would tell what is in the network of the server.
    throw error instanceof RemoteRefused ? badInputAt('url', reason('upload.notFetched')) : error;
  } finally {
    file?.close();
  }
}

function sourceOf(file: RemoteFile, { descriptor: { upload } }: FileRoute) {
  const max = upload?.maxBytes ?? 0;
  return {
    async file() {
      if (file.length !== null && file.length > max) {
        throw new ServiceError('PAYLOAD_TOO_LARGE', reason('file.tooLarge', { max }));
      }
      return { filename: file.filename, declaredType: file.declaredType, bytes: paced(file.bytes) };
    },
    end: async () => undefined,
  };
}
