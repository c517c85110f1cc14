import { releaseLine } from '../../runtime/util/release-line.js';
import type { EmittedFile, Ir } from '../ir/ir.js';
import { block, braces, type Code, code, raw } from '../print/code.js';
import { importedDefault, importedType, importedValue } from '../print/imported-name.js';
import { stringLiteral } from '../print/literal.js';
import { emittedFile } from './emitted-file.js';
import { hasLocal } from './local.js';
import { validatorNames } from './validator-names.js';

/**
 * `server.ts`: creates the application from config and generated code, and starts it if run directly. In a
 * bundle with a program, that starts it itself.
 */
export function emitServer(ir: Ir): readonly EmittedFile[] {
  const file = emittedFile(ir, 'server.ts');
  file.declare('createApp', 'options');
  const runtime = (name: string): ReturnType<typeof importedValue> => importedValue(name, 'svc/runtime');
  const config = importedDefault('config', ir.configImport);
  const contract = importedValue('contract', './descriptors.ts');
  const routes = importedValue('routes', './routes/index.ts');
  // Registration validates the fields that a config adds to users, as `POST /api/users` does.
  const users = ir.collections.find(({ descriptor }) => descriptor.builtIn === 'users');
  const newUser = users && importedValue(validatorNames(users.names).create, './validators.ts');
  const parts = braces([
    code`${config}`,
    code`${contract}`,
    code`${routes}`,
    raw('openapi'),
    ...(ir.openapi.public ? [raw('publicOpenapi')] : []),
    ...(ir.branding ? [raw('admin')] : []),
    ...(newUser ? [code`newUser: ${newUser}`] : []),
    ...(hasLocal(ir) ? [raw("local: async () => (await import('./local.js')).localClient")] : []),
    raw(`fits: ${stringLiteral(releaseLine(ir.version))}`),
  ]);
  const address = (name: string, path: string): Code =>
    raw(`const ${name} = new URL('./${path}', import.meta.url);`);
  file.print(
    code`/**
 * Makes the application: a request handler for \`http.createServer\` or \`app.use\`, with \`listen\`, \`fetch\` and \`close\`.
 *
 * @example
 * const app = createApp();
 * const { url } = await app.listen({ port: 3000 });
 */
export function createApp(options?: ${importedType('AppOptions', 'svc/runtime')}): ${importedType('App', 'svc/runtime')} ${block(
      [
        address('openapi', 'openapi.json'),
        ...(ir.openapi.public ? [address('publicOpenapi', 'openapi.public.json')] : []),
        ...(ir.branding ? [address('admin', 'admin.json')] : []),
        code`return ${runtime('createService')}(${parts}, options);`,
      ],
    )}`,
  );
  file.blank();
  const place = importedValue('modulePlace', './routes/index.ts');
  file.print(
    code`if (${runtime('isMain')}(import.meta.url, ${place})) await ${runtime('serve')}(createApp);`,
  );
  return [file.emit()];
}
