/** `svc/runtime` exports each handler that the table of routes names; a wrong name does not compile. */
import type { HandlerName } from '../../runtime/codegen/routes/document-routes.js';
import type * as entry from '../../runtime/index.js';
import type { RouteHandler } from '../../runtime/index.js';

type Factories = Readonly<Record<HandlerName, (descriptor: never, ...validators: never[]) => RouteHandler>>;

export function factoriesOf(door: typeof entry): Factories {
  return door;
}
