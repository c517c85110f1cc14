/** A module of the SDK: one file of TypeScript, or JavaScript with its declarations. */
import type { EmittedFile, Ir } from '../../ir/ir.js';
import { code, type Printable, raw } from '../../print/code.js';
import { nothing, withoutTypes } from '../../print/doc.js';
import type { ImportedName } from '../../print/imported-name.js';
import type { OutputFile } from '../../print/output-file.js';
import { emittedFile } from '../emitted-file.js';

export interface SdkModule {
  /** Names that the module declares: imports avoid them. */
  declare(...names: readonly string[]): void;
  /** Leaves one empty line before what comes next. */
  blank(): void;
  /** A statement that is the same in every file: an export of values from another module. */
  both(statement: Printable): void;
  /** A statement of types alone. */
  types(statement: Printable): void;
  /** A statement of values that are not exported. */
  own(statement: Printable): void;
  /** An exported value. */
  exported(value: ExportedValue): void;
  /** Fixed text, not made by the emitter, for each language. */
  fixed(text: FixedText): void;
  emit(): readonly EmittedFile[];
}

export interface ExportedValue {
  /** The TSDoc comment, where users see its type. */
  readonly comment?: Printable;
  /** The statement, with {@link onlyTyped} parts. */
  readonly code: Printable;
  /** Its text in a declaration file. */
  readonly declaration: Printable;
}

export interface FixedText {
  readonly ts: readonly Printable[];
  readonly js: readonly Printable[];
  readonly declarations: readonly Printable[];
  /** A name that all of them use. */
  readonly uses: ImportedName;
}

/** Opens the module at a path in the output folder, without extension: `sdk/index`. */
export function sdkModule(ir: Ir, path: string): SdkModule {
  return ir.sdk === 'ts' ? typescriptModule(ir, path) : javascriptModule(ir, path);
}

function typescriptModule(ir: Ir, path: string): SdkModule {
  const file = moduleFile(ir, `${path}.ts`);
  return {
    declare: file.declare,
    blank: file.blank,
    both: file.print,
    types: file.print,
    own: file.print,
    exported: (value) => file.print(code`${value.comment ?? nothing}${value.code}`),
    fixed: ({ ts, uses }) => {
      file.uses(uses);
      printBlocks(file, ts);
    },
    emit: () => [file.emit()],
  };
}

function javascriptModule(ir: Ir, path: string): SdkModule {
  const script = moduleFile(ir, `${path}.js`);
  const declarations = moduleFile(ir, `${path}.d.ts`);
  const files = [script, declarations];
  return {
    declare: (...names) => {
      for (const file of files) file.declare(...names);
    },
    blank: () => {
      for (const file of files) file.blank();
    },
    both: (statement) => {
      script.print(statement);
      declarations.print(statement);
    },
    types: declarations.print,
    own: (statement) => script.print(withoutTypes(code`${statement}`)),
    exported: (value) => {
      script.print(withoutTypes(code`${value.code}`));
      declarations.print(code`${value.comment ?? nothing}${value.declaration}`);
    },
    fixed: (text) => {
      for (const file of files) file.uses(text.uses);
      printBlocks(script, text.js);
      printBlocks(declarations, text.declarations);
    },
    emit: () => files.map((file) => file.emit()),
  };
}

/** An empty module needs an export: compilers treat a file without one as a script. */
function moduleFile(ir: Ir, path: string): OutputFile {
  const file = emittedFile(ir, path);
  let isEmpty = true;
  return {
    ...file,
    print: (statement) => {
      isEmpty = false;
      file.print(statement);
    },
    emit: () => {
      if (isEmpty) file.print(raw('export {};'));
      return file.emit();
    },
  };
}

function printBlocks(
  file: { readonly print: (statement: Printable) => void; readonly blank: () => void },
  blocks: readonly Printable[],
): void {
  blocks.forEach((block, index) => {
    if (index > 0) file.blank();
    file.print(block);
  });
}
