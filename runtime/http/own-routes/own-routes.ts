import type { Logger } from 'pino';
import type { ContractDescriptor, RouteDescriptor } from '../../codegen/descriptors.js';
import type { RouteConfig } from '../../config/route-config.js';
import { localOf } from '../../documents/local/local-scope.js';
import type { RouteHandler, Routes } from '../api.js';
import { admitToRoute } from './admit-to-route.js';
import { readInputs } from './read-inputs.js';
import { asServiceError } from './refused-by-handler.js';
import { replyOf } from './reply-of.js';

export interface OwnRoutesOptions {
  readonly contract: ContractDescriptor;
  readonly routes: readonly RouteConfig[];
  readonly log: () => Logger;
}

/** The routes of the config. Loaded only where there are any. */
export function ownRoutes({ contract, routes, log }: OwnRoutesOptions): Routes {
  const all: Record<string, Routes[string]> = {};
  for (const [position, descriptor] of (contract.routes ?? []).entries()) {
    const route = routes[position];
    if (route === undefined) continue;
    const { path, method } = descriptor;
    all[path] = { ...all[path], [method]: handlerOf({ route, descriptor, log }) };
  }
  return all;
}

interface OwnRoute {
  readonly route: RouteConfig;
  readonly descriptor: RouteDescriptor;
  readonly log: () => Logger;
}

function handlerOf({ route, descriptor, log }: OwnRoute): RouteHandler {
  return async (request, service) => {
    const requester = await admitToRoute(request, service, { route, descriptor });
    const inputs = await readInputs(route, request);
    const { requestId } = request.context;
    const call = {
      ...inputs,
      user: requester.kind === 'user' ? requester.user : undefined,
      apiKey: requester.kind === 'apiKey' ? { ...requester.key } : undefined,
      requestId,
      reply: (status: number, body: unknown) => ({ status, body }),
      // They load what most handlers do not need: Express, the client and pino.
      get req() {
        return request.context.req;
      },
      get local() {
        return localOf(request.context, `routes.${route.id}`);
      },
      get log() {
        return log().child({ requestId, route: route.id });
      },
    };
    return await replyOf(route, await handled(route, call), request);
  };

  async function handled(own: RouteConfig, call: object): Promise<unknown> {
    try {
      // The schemas of the route have made the arguments that its handler takes.
      return await own.handler(call as Parameters<RouteConfig['handler']>[0]);
    } catch (error) {
      throw asServiceError(own, error);
    }
  }
}
