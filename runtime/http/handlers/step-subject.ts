import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { GlobalDrafts, GlobalVersions } from '../../documents/operation.js';
import type { ApiRequest, Service } from '../api.js';
import { collectionOf, documentIdOf, globalOf } from './addressed-document.js';

/** The document of a request, of a collection or a global. */
export interface StepSubject {
  readonly id: string;
  readonly drafts: GlobalDrafts;
  readonly versions: GlobalVersions;
}

/**
 * Routes of drafts and versions exist only where these are enabled; a missing operation is a bug of this
 * package.
 */
export function subjectOf(
  request: ApiRequest,
  service: Service,
  descriptor: DocumentDescriptor,
): StepSubject {
  const missing = (part: string): never => {
    throw new Error(`${descriptor.slug} has no ${part}.`);
  };
  if (descriptor.kind === 'global') {
    const { drafts, versions } = globalOf(service, descriptor);
    return {
      id: 'global',
      get drafts() {
        return drafts ?? missing('drafts');
      },
      get versions() {
        return versions ?? missing('versions');
      },
    };
  }
  const id = documentIdOf(request, descriptor);
  const { drafts, versions } = collectionOf(service, descriptor);
  return {
    id,
    get drafts(): GlobalDrafts {
      if (!drafts) return missing('drafts');
      return {
        save: (data, options, context) => drafts.save(id, data, options, context),
        publish: (options, context) => drafts.publish(id, options, context),
        unpublish: (conditions, context) => drafts.unpublish(id, conditions, context),
        plan: (conditions, context) => drafts.plan(id, conditions, context),
        discard: (conditions, context) => drafts.discard(id, conditions, context),
      };
    },
    get versions(): GlobalVersions {
      if (!versions) return missing('versions');
      return {
        list: (page, context) => versions.list(id, page, context),
        read: (versionId, context) => versions.read(id, versionId, context),
        restore: (versionId, options, context) => versions.restore(id, versionId, options, context),
      };
    },
  };
}
