import type { EmittedFile, Ir, IrBlock, IrField } from '../../ir/ir.js';
import type { Printable } from '../../print/code.js';
import { createContext } from './context.js';
import { blockStatement, documentStatements, flatModule, flatStatement } from './document-type.js';
import { blockInputStatement, inputStatements } from './input-type.js';
import { sdkModule } from './sdk-module.js';
import { collectionShapeStatements, draftStatement, globalShapeStatement } from './shape.js';

/** `sdk/types`: the types of all documents, of inputs, and of the paths into them. */
export function typesFiles(ir: Ir): readonly EmittedFile[] {
  const context = createContext(ir);
  const module = sdkModule(ir, 'sdk/types');
  const print = (statement: Printable): void => {
    module.types(statement);
    module.blank();
  };
  module.declare('D', ...declaredNames(ir));
  for (const collection of ir.collections) {
    documentStatements(collection, context).forEach(print);
    draftStatement(collection).forEach(print);
    inputStatements(collection).forEach(print);
    collectionShapeStatements(collection, context).forEach(print);
  }
  for (const global of ir.globals) {
    documentStatements(global, context).forEach(print);
    draftStatement(global).forEach(print);
    inputStatements(global).forEach(print);
    print(globalShapeStatement(global, context));
  }
  for (const block of allBlocks(ir)) {
    print(blockStatement(block, context));
    print(blockInputStatement(block));
  }
  return [...module.emit(), ...flatFiles(ir)];
}

/** `sdk/documents`: documents at depth 0. In a module of their own, since others have these names, too. */
function flatFiles(ir: Ir): readonly EmittedFile[] {
  const module = sdkModule(ir, flatModule);
  const documents = [...ir.collections, ...ir.globals];
  module.declare(...documents.map(({ names }) => names.type));
  for (const statement of documents.flatMap(flatStatement)) {
    module.types(statement);
    module.blank();
  }
  return module.emit();
}

/** Each block once, in the order of the config. */
function allBlocks(ir: Ir): readonly IrBlock[] {
  const blocks = new Map<string, IrBlock>();
  const visit = ({ fields, blocks: own }: Pick<IrField, 'fields' | 'blocks'>): void => {
    for (const block of own) {
      if (blocks.has(block.typeName)) continue;
      blocks.set(block.typeName, block);
      block.fields.forEach(visit);
    }
    fields.forEach(visit);
  };
  for (const document of [...ir.collections, ...ir.globals]) document.fields.forEach(visit);
  return [...blocks.values()];
}

function declaredNames(ir: Ir): readonly string[] {
  const documents = [...ir.collections, ...ir.globals].map(({ names }) => names.type);
  const suffixes = ['', 'Fields', 'Populated', 'Draft', 'Create', 'Update', 'Filters', 'Shape'];
  return [
    ...documents.flatMap((type) => suffixes.map((suffix) => type + suffix)),
    ...allBlocks(ir).flatMap(({ typeName }) => [typeName, `${typeName}Input`]),
  ];
}
