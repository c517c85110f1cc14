import type { PublishedDocuments } from '../../documents/schedule/open-schedule.js';
import type { RouteHandler, Routes } from '../api.js';

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
