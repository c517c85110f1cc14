import { reason } from '../../../errors/reasons/reason.js';
import { issueAt } from '../../../errors/service-error.js';
import type { JsonObject } from '../../../util/json.js';
import type { ApiRequest, Reply, Routes, Service } from '../../api.js';
import { isDraftHeader } from '../write-headers.js';
import { authorizeMany } from './admit-many.js';
import type { TargetOf } from './bulk-body.js';
import type { ManyTarget } from './many-operation.js';
import { performBulk } from './perform-bulk.js';

/** The collections and globals that operations can name, by slug. */
interface Targets {
  readonly collections: ReadonlyMap<string, ManyTarget>;
  readonly globals: ReadonlyMap<string, ManyTarget>;
}

/**
 * The route `POST /api/svc/bulk`: operations on several collections and globals, by default in one
 * transaction.
 *
 * @param routes - of the documents: their handlers say what can be written, and by which checks.
 */
export function serviceBulk(routes: Routes): Routes {
  const targets = targetsOf(routes);
  const targetOf = targetIn(targets);

  async function bulk(request: ApiRequest, service: Service): Promise<Reply> {
    const rights = await authorizeMany(request, service);
    return performBulk(request, service, {
      rights,
      route: 'svc/bulk',
      targetOf,
      targetKeys: ['collection', 'global'],
      hasReferences: true,
      isDraft: () => isDraftHeader(request.header('x-draft')),
    });
  }
  return { '/api/svc/bulk': { POST: bulk } };
}

function targetsOf(routes: Routes): Targets {
  const collections = new Map<string, ManyTarget>();
  const globals = new Map<string, ManyTarget>();
  for (const handlers of Object.values(routes)) {
    for (const handler of Object.values(handlers)) {
      const target = handler.bulkTarget;
      if (target === undefined) continue;
      const { kind, slug } = target.descriptor;
      (kind === 'global' ? globals : collections).set(slug, target);
    }
  }
  return { collections, globals };
}

function targetIn({ collections, globals }: Targets): TargetOf {
  const known = (targets: ReadonlyMap<string, ManyTarget>): readonly string[] =>
    [...targets.keys()].slice(0, 20);
  return ({ collection, global }: JsonObject, path) => {
    if ((collection === undefined) === (global === undefined)) {
      return [issueAt(`${path}.collection`, reason('bulk.oneTarget'))];
    }
    const [name, key, targets] =
      global === undefined
        ? ([collection, 'collection', collections] as const)
        : ([global, 'global', globals] as const);
    const target = typeof name === 'string' ? targets.get(name) : undefined;
    if (target !== undefined) return target;
    if (name === 'users' && key === 'collection')
      return [issueAt(`${path}.collection`, reason('bulk.users'))];
    return [issueAt(`${path}.${key}`, reason('bulk.unknownTarget', { known: known(targets) }))];
  };
}
