import type { EmittedFile, Ir } from '../../ir/ir.js';
import { block, code, onlyTyped, raw } from '../../print/code.js';
import { importedType, importedValue } from '../../print/imported-name.js';
import { serverType, serverValue } from './core-names.js';
import { sdkModule } from './sdk-module.js';

/** `sdk/server`: the client of one visitor, for servers that render pages. Only with authentication. */
export function serverFiles(ir: Ir): readonly EmittedFile[] {
  if (!ir.contract.auth) return [];
  const module = sdkModule(ir, 'sdk/server');
  module.declare('createServerClient', 'options', 'headerCookies', 'renewSession');
  module.types(raw("export type * from './core/server/index.js';"));
  module.both(raw("export { headerCookies, renewSession } from './core/server/index.js';"));
  module.blank();
  const client = importedType('SvcClient', './sdk/index.ts');
  const options = code`: ${serverType('ServerClientOptions')}`;
  module.exported({
    comment: raw(comment),
    code: code`export function createServerClient(options${onlyTyped(options)})${onlyTyped(code`: ${client}`)} ${block(
      [
        code`return ${importedValue('createClient', './sdk/index.ts')}(${serverValue('serverOptions')}(options));`,
      ],
    )}`,
    declaration: code`export declare function createServerClient(options${options}): ${client};`,
  });
  return module.emit();
}

const comment = `/**
 * Makes a client for one request of one visitor, on a server that renders pages: it has the visitor's session,
 * renews it, and passes the cookies on. Without a session, or with one that cannot be renewed here, it reads
 * what everyone may read.
 *
 * @example
 * // Next.js
 * const client = createServerClient({ baseUrl: 'https://cms.example.com', cookies: cookies() });
 */
`;
