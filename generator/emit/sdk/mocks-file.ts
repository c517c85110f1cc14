/** `sdk/mocks`: the service as handlers of MSW, for tests and stories of frontends. */
import type { EmittedFile, Ir, IrCollection, IrGlobal } from '../../ir/ir.js';
import {
  assignment,
  block,
  type Code,
  code,
  docComment,
  identifier,
  intersection,
  json,
  key,
  object,
  objectType,
  onlyTyped,
  raw,
} from '../../print/code.js';
import { importedType } from '../../print/imported-name.js';
import { clientName } from './client-name.js';
import { createContext } from './context.js';
import { mockType, mockValue } from './core-names.js';
import { mockSchema } from './mock-schema.js';
import { sdkModule } from './sdk-module.js';
import { shapeName } from './shape.js';
import { sharedBlanks } from './shared-blanks.js';

export function mocksFiles(ir: Ir): readonly EmittedFile[] {
  const module = sdkModule(ir, 'sdk/mocks');
  const context = createContext(ir);
  const schemas = [...ir.collections, ...ir.globals].map(
    (document) => [clientName(document), mockSchema(document, context)] as const,
  );
  const shared = sharedBlanks(schemas.map(([, schema]) => schema));
  module.declare('createMocks', 'MockedCollections', 'MockedGlobals', 'Mocks', 'options', 'schema');
  module.declare(...shared.constants.map(({ name }) => name));
  const { auth } = ir.contract;
  module.types(raw("export type * from './core/mocks/index.js';"));
  module.blank();
  module.types(shapesOf('MockedCollections', 'The collections, by name.', ir.collections));
  module.blank();
  module.types(shapesOf('MockedGlobals', 'The globals, by name.', ir.globals));
  module.blank();
  const user = code`${importedType('AuthTypes', './sdk/index.ts')}['user']`;
  const types = [
    code`${mockType('ServiceMocks')}<MockedCollections, MockedGlobals, H, R>`,
    ...(auth ? [code`${mockType('MockSession')}<${user}>`] : []),
  ];
  module.types(
    code`${docComment('The mocked service, with the handlers and responses of MSW.')}${assignment(
      raw('export type Mocks<H = unknown, R = unknown>'),
      intersection(types),
    )};`,
  );
  module.blank();
  for (const { name, value } of shared.constants) {
    module.own(code`const ${identifier(name)} = ${value};`);
    module.blank();
  }
  const entries = schemas.map(([name, schema]) => [name, shared.print(schema)] as const);
  module.own(
    code`const schema${onlyTyped(code`: ${mockType('MockSchema')}`)} = ${object(entries, { broken: true })};`,
  );
  module.blank();
  const given = auth ? code`{ schema, auth: { tokenInBody: ${json(auth.tokenInBody)} } }` : raw('{ schema }');
  const parameter = code`: ${mockType('MockOptions')}<H, R>`;
  const head = (typed: (part: Code) => Code): Code =>
    code`createMocks${typed(raw('<H, R>'))}(options${typed(parameter)})${typed(raw(': Mocks<H, R>'))}`;
  module.exported({
    comment: raw(comment),
    code: code`export function ${head(onlyTyped)} ${block([
      code`return ${mockValue('mocksOf')}(${given}, options)${onlyTyped(raw(' as Mocks<H, R>'))};`,
    ])}`,
    declaration: code`export declare function ${head((part) => part)};`,
  });
  return module.emit();
}

const comment = `/**
 * Mocks the service with MSW: handlers that read and write documents in memory. Access rules, hooks and own
 * routes are not mocked.
 *
 * @example
 * const mocks = createMocks({ baseUrl: 'http://localhost:3000', http, HttpResponse });
 * const server = setupServer(...mocks.handlers);
 */
`;

function shapesOf(name: string, description: string, documents: readonly (IrCollection | IrGlobal)[]): Code {
  const members = documents.map(
    (document) =>
      code`${docComment(document.description)}readonly ${key(document.names.property)}: ${importedType(shapeName(document), './sdk/types.ts')}`,
  );
  return code`${docComment(description)}export interface ${raw(name)} ${objectType(members, { broken: true })}`;
}
