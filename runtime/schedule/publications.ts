import type { DocumentDescriptor } from '../codegen/descriptors.js';
import type { Validator } from '../documents/operation.js';
import type { RouteHandler, Routes } from '../http/api.js';

/** A collection or global with drafts, and how its data are checked when they are published. */
export interface PublishedDocuments {
  readonly descriptor: DocumentDescriptor;
  readonly validator: Validator;
}

/** A publishing route, with what the schedule needs to publish later. */
export interface PublishHandler extends RouteHandler {
  readonly publishes: PublishedDocuments;
}

/** What the emitted routes publish: they contain the validators. */
export function publicationsOf(routes: Routes): readonly PublishedDocuments[] {
  return Object.values(routes)
    .flatMap((methods) => Object.values(methods))
    .filter((handler): handler is PublishHandler => 'publishes' in handler)
    .map(({ publishes }) => publishes);
}
