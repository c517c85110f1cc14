/**
 * Follows the source of a config from its default export to the code of any part: through constants, imports,
 * spreads and helper functions, as far as the text alone allows. It runs nothing and knows no types.
 */
import type {
  ArrowFunctionExpression,
  CallExpression,
  ExportNamedDeclaration,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  Identifier,
  ImportDeclaration,
  Node,
  ObjectMethod,
  ObjectProperty,
  Program,
  Statement,
} from '@babel/types';
import { type ParsedSource, parentOf, parseSource, sourceOf } from './parsed-source.js';

/** A node of the source, and the helper calls through which it was reached. */
export interface Spot {
  readonly node: Node;
  readonly calls: Call | null;
}

type SourceFunction = ArrowFunctionExpression | FunctionDeclaration | FunctionExpression | ObjectMethod;

interface Call {
  readonly function: SourceFunction;
  readonly arguments: CallExpression['arguments'];
  /** The calls that enclose this call. */
  readonly outer: Call | null;
}

/** A property of an object: where it is written, and its value. */
export interface Property {
  readonly site: Node;
  readonly value: Spot;
}

export interface SourceFiles {
  /** Absolute path of the config. */
  readonly file: string;
  /** By file and specifier, the absolute path of the imported local file. */
  readonly imports: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export interface SourceReader {
  /** The default export of the config. */
  root(): Spot | null;
  /** A spot and what it refers to, step by step: a name, its constant, the object of the constant. */
  chain(spot: Spot): readonly Spot[];
  /** A property of the object that a spot refers to; also one that is spread into the object. */
  property(spot: Spot, name: string): Property | null;
  /**
   * The entries of a list, with spreads and conditions expanded. `null` marks entries that cannot be read.
   */
  entries(spot: Spot): readonly (Spot | null)[];
}

/** Max length of a chain of names: sources may be circular. */
const maxChainLength = 60;

type Meaning = Spot | { readonly external: string } | null;

export function createSourceReader(files: SourceFiles): SourceReader {
  const parsed = new Map<string, ParsedSource>();

  function parse(path: string): Program {
    const source = parsed.get(path) ?? parseSource(path);
    parsed.set(path, source);
    return source.program;
  }

  function chain(spot: Spot): readonly Spot[] {
    const found: Spot[] = [];
    for (let next: Spot | null = spot; next !== null && found.length < maxChainLength; next = step(next)) {
      found.push(next);
    }
    return found;
  }

  function resolve(spot: Spot): Spot {
    return chain(spot).at(-1) ?? spot;
  }

  /** One step closer to the object, or null if it is reached or cannot be found. */
  function step({ node, calls }: Spot): Spot | null {
    const inner = innerExpression(node);
    if (inner !== null) return { node: inner, calls };
    if (node.type === 'Identifier') return spotOf(meaningOf(node, calls));
    if (node.type === 'MemberExpression') {
      if (node.computed || node.property.type !== 'Identifier') return null;
      const namespace = node.object.type === 'Identifier' ? namespaceFile(node.object) : null;
      if (namespace !== null) return exported(namespace, node.property.name, 0);
      return property({ node: node.object, calls }, node.property.name)?.value ?? null;
    }
    return node.type === 'CallExpression' ? resultOf(node, calls) : null;
  }

  function resultOf(call: CallExpression, calls: Call | null): Spot | null {
    const [first] = call.arguments;
    if (isIdentity(call.callee, calls)) return first === undefined ? null : { node: first, calls };
    const callee = resolve({ node: call.callee, calls }).node;
    if (!isFunction(callee)) return null;
    const result = returned(callee);
    return result === null
      ? null
      : { node: result, calls: { function: callee, arguments: call.arguments, outer: calls } };
  }

  /** Whether a function returns its argument: `defineConfig(x)` and the like return `x`. */
  function isIdentity(callee: Node, calls: Call | null): boolean {
    if (callee.type === 'MemberExpression') {
      const { property: called } = callee;
      return called.type === 'Identifier' && /^(?:define[A-Z]\w*|freeze)$/.test(called.name);
    }
    if (callee.type !== 'Identifier') return false;
    const meaning = meaningOf(callee, calls);
    return meaning !== null && 'external' in meaning && /^define[A-Z]/.test(meaning.external);
  }

  function meaningOf(name: Identifier, calls: Call | null): Meaning {
    for (let scope = parentOf(name); scope !== null; scope = parentOf(scope)) {
      if (isFunction(scope)) {
        const position = scope.params.findIndex((each) => declares(each, name.name));
        if (position >= 0) return argumentOf({ owner: scope, position, name: name.name, calls });
      }
      if (scope.type !== 'Program' && scope.type !== 'BlockStatement') continue;
      const found = declared(name.name, scope.body, calls);
      if (found !== undefined) return found;
    }
    return null;
  }

  interface Argument {
    readonly owner: SourceFunction;
    readonly position: number;
    readonly name: string;
    readonly calls: Call | null;
  }

  function argumentOf({ owner, position, name, calls }: Argument): Spot | null {
    let call = calls;
    while (call !== null && call.function !== owner) call = call.outer;
    const parameter = owner.params[position];
    if (call === null || parameter === undefined) return null;
    const hasDefault = parameter.type === 'AssignmentPattern';
    const given = call.arguments[position] ?? (hasDefault ? parameter.right : undefined);
    if (given === undefined || given.type === 'SpreadElement') return null;
    const argument = { node: given, calls: call.outer };
    const pattern = hasDefault ? parameter.left : parameter;
    if (pattern.type === 'Identifier') return argument;
    if (pattern.type !== 'ObjectPattern') return null;
    // `({ name, ...rest }) => ...`: the property of the argument.
    const element = pattern.properties.find((each) => declares(each, name));
    if (element?.type !== 'ObjectProperty' || element.key.type !== 'Identifier') return null;
    return property(argument, element.key.name)?.value ?? null;
  }

  /** What a name refers to among statements; undefined if they do not declare it. */
  function declared(name: string, statements: readonly Statement[], calls: Call | null): Meaning | undefined {
    for (const outer of statements) {
      const statement = declarationOf(outer);
      if (statement.type === 'VariableDeclaration') {
        const own = statement.declarations.find((each) => declares(each.id, name));
        if (own === undefined) continue;
        return own.id.type === 'Identifier' && own.init ? { node: own, calls } : null;
      }
      if (statement.type === 'FunctionDeclaration' && statement.id?.name === name)
        return { node: statement, calls };
      if (statement.type !== 'ImportDeclaration') continue;
      const imported = importedName(statement, name);
      if (imported === null) continue;
      const target = fileBehind(statement);
      return target === null ? { external: imported } : exported(target, imported, 0);
    }
    return undefined;
  }

  function namespaceFile(name: Identifier): Program | null {
    for (const statement of sourceOf(name).program.body) {
      if (statement.type !== 'ImportDeclaration') continue;
      const isNamespace = statement.specifiers.some(
        ({ type, local }) => type === 'ImportNamespaceSpecifier' && local.name === name.name,
      );
      if (isNamespace) return fileBehind(statement);
    }
    return null;
  }

  function fileBehind(statement: Node): Program | null {
    if (!('source' in statement) || typeof statement.source !== 'object' || statement.source === null)
      return null;
    const { source } = statement;
    if (source.type !== 'StringLiteral') return null;
    const path = files.imports.get(sourceOf(statement).path)?.get(source.value);
    return path !== undefined && /\.[cm]?[jt]sx?$/.test(path) ? parse(path) : null;
  }

  function exported(source: Program, name: string, depth: number): Spot | null {
    if (depth > maxChainLength) return null;
    for (const statement of source.body) {
      const found = exportedBy(statement, name, depth);
      if (found !== null) return found;
    }
    return null;
  }

  function exportedBy(statement: Statement, name: string, depth: number): Spot | null {
    switch (statement.type) {
      case 'ExportDefaultDeclaration':
      case 'TSExportAssignment':
        return name === 'default' ? { node: statement, calls: null } : null;
      case 'ExportAllDeclaration': {
        const target = fileBehind(statement);
        return target === null || name === 'default' ? null : exported(target, name, depth + 1);
      }
      case 'ExportNamedDeclaration':
        if (statement.declaration) return spotOf(declared(name, [statement], null) ?? null);
        return reexported(statement, name, depth);
      default:
        return null;
    }
  }

  function reexported(statement: ExportNamedDeclaration, name: string, depth: number): Spot | null {
    const own = statement.specifiers.find((each) => nameOf(each.exported) === name);
    if (own?.type !== 'ExportSpecifier') return null;
    const original = own.local.name;
    if (statement.source) {
      const target = fileBehind(statement);
      return target === null ? null : exported(target, original, depth + 1);
    }
    return spotOf(declared(original, sourceOf(statement).program.body, null) ?? null);
  }

  function property(spot: Spot, name: string, depth = 0): Property | null {
    const { node, calls } = resolve(spot);
    if (node.type !== 'ObjectExpression' || depth > maxChainLength) return null;
    for (const member of [...node.properties].reverse()) {
      if (member.type === 'SpreadElement') {
        const inner = property({ node: member.argument, calls }, name, depth + 1);
        if (inner !== null) return inner;
      } else if (keyOf(member) === name) {
        const value = member.type === 'ObjectProperty' ? member.value : member;
        return { site: member, value: { node: value, calls } };
      }
    }
    return null;
  }

  function entries(spot: Spot, depth = 0): readonly (Spot | null)[] {
    const { node, calls } = resolve(spot);
    if (depth > maxChainLength) return [null];
    if (node.type === 'ConditionalExpression') {
      // Either branch may have run; with `null` in the list, callers find an entry by its name.
      const branches = [node.consequent, node.alternate];
      return [null, ...branches.flatMap((branch) => entries({ node: branch, calls }, depth + 1))];
    }
    if (node.type !== 'ArrayExpression') return [null];
    return node.elements.flatMap((element) => {
      if (element === null) return [null];
      return element.type === 'SpreadElement'
        ? entries({ node: element.argument, calls }, depth + 1)
        : [{ node: element, calls }];
    });
  }

  return {
    root: () => exported(parse(files.file), 'default', 0),
    chain,
    property: (spot, name) => property(spot, name),
    entries: (spot) => entries(spot),
  };
}

function spotOf(meaning: Meaning): Spot | null {
  return meaning !== null && 'node' in meaning ? meaning : null;
}

/** The declaration that a statement exports, else the statement itself. */
function declarationOf(statement: Statement): Node {
  return statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement;
}

/** The expression inside syntax that does not change it: parentheses, casts, `await`, declarations. */
function innerExpression(node: Node): Node | null {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSExportAssignment':
      return node.expression;
    case 'AwaitExpression':
      return node.argument;
    case 'ExportDefaultDeclaration':
      return node.declaration;
    case 'VariableDeclarator':
      return node.init ?? null;
    default:
      return null;
  }
}

function isFunction(node: Node): node is SourceFunction {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'ObjectMethod'
  );
}

/** The expression that a function returns: that of the last `return` in its body. */
function returned({ body }: SourceFunction): Expression | null {
  if (body.type !== 'BlockStatement') return body;
  const last = body.body.findLast((statement) => statement.type === 'ReturnStatement');
  return last?.argument ?? null;
}

/** Whether a parameter, pattern or part of one declares a name. */
function declares(binding: Node | null, name: string): boolean {
  switch (binding?.type) {
    case 'Identifier':
      return binding.name === name;
    case 'AssignmentPattern':
      return declares(binding.left, name);
    case 'RestElement':
      return declares(binding.argument, name);
    case 'ObjectPattern':
      return binding.properties.some((each) => declares(each, name));
    case 'ObjectProperty':
      return declares(binding.value, name);
    case 'ArrayPattern':
      return binding.elements.some((each) => declares(each, name));
    default:
      return false;
  }
}

/** The name under which a module exports what an import calls `name`. */
function importedName({ specifiers }: ImportDeclaration, name: string): string | null {
  const own = specifiers.find(({ local }) => local.name === name);
  if (own?.type === 'ImportDefaultSpecifier') return 'default';
  return own?.type === 'ImportSpecifier' ? nameOf(own.imported) : null;
}

function nameOf(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'StringLiteral' ? node.value : null;
}

function keyOf({ key, computed }: ObjectProperty | ObjectMethod): string | null {
  if (computed) return textOf(key);
  return key.type === 'NumericLiteral' ? String(key.value) : nameOf(key);
}

/** The text of a string literal, also of a template without values. */
function textOf(node: Node): string | null {
  if (node.type === 'StringLiteral') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
}

/** The text of the string literal that a spot refers to, else null. */
export function literalText(reader: SourceReader, spot: Spot): string | null {
  const node = reader.chain(spot).at(-1)?.node;
  return node === undefined ? null : textOf(node);
}
