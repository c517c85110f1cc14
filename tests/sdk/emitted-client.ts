/**
 * The client that the generator emits for a config; every call is checked against the emitted OpenAPI
 * document.
 */
import { buildOpenApi } from '../../generator/emit/openapi.js';
import { emitSdk } from '../../generator/emit/sdk.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { ClientOptions } from '../../templates/sdk/options.js';
import { importEmitted, irOf } from '../support/emitted.js';
import { createAnswerChecker } from '../support/openapi-validator.js';

export interface EmittedClients<Client> {
  /** Creates a client with its own session. */
  create(options?: Partial<ClientOptions>): Client;
  /** The responses so far, as `GET /api/posts 200`. */
  readonly seen: ReadonlySet<string>;
}

/** Emits and imports the SDK. `Client` is the type that the emitted code would give the client. */
export async function emittedClients<Client>(
  config: ServiceConfig,
  {
    baseUrl,
    fetch = globalThis.fetch,
  }: { readonly baseUrl: string; readonly fetch?: typeof globalThis.fetch },
): Promise<EmittedClients<Client>> {
  const ir = irOf(config);
  const { createClient } = await importEmitted(emitSdk(ir), 'sdk/index.js');
  const check = createAnswerChecker(JSON.parse(JSON.stringify(buildOpenApi(ir))));
  const checked = check.fetch((request) => fetch(request));
  return {
    create: (options) =>
      (createClient as (all: ClientOptions) => Client)({
        baseUrl,
        fetch: checked as NonNullable<ClientOptions['fetch']>,
        retry: false,
        ...options,
      }),
    seen: check.seen,
  };
}
