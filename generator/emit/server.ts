import type { EmittedFile, Ir } from '../ir/ir.js';
import { code } from '../print/code.js';
import { importedDefault, importedType, importedValue } from '../print/imported-name.js';
import { emittedFile } from './emitted-file.js';

/** `server.ts`: makes the application of config and generated code, and starts it when run. */
export function emitServer(ir: Ir): readonly EmittedFile[] {
  const file = emittedFile(ir, 'server.ts');
  file.declare('createApp', 'options');
  const runtime = (name: string): ReturnType<typeof importedValue> => importedValue(name, 'svc/runtime');
  const config = importedDefault('config', ir.configImport);
  const contract = importedValue('contract', './descriptors.ts');
  const routes = importedValue('routes', './routes/index.ts');
  file.print(
    code`/**
 * Makes the application: a request handler for \`http.createServer\` or \`app.use\`, with \`listen\`, \`fetch\` and \`close\`.
 *
 * @example
 * const app = createApp();
 * const { url } = await app.listen({ port: 3000 });
 */
export function createApp(options?: ${importedType('AppOptions', 'svc/runtime')}): ${importedType('App', 'svc/runtime')} {
  const openapi = new URL('./openapi.json', import.meta.url);
  return ${runtime('createService')}({ ${config}, ${contract}, ${routes}, openapi }, options);
}`,
  );
  file.blank();
  file.print(code`if (${runtime('isMain')}(import.meta.url)) await ${runtime('serve')}(createApp());`);
  return [file.emit()];
}
