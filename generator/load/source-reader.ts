/**
 * Follows the source of a config from its default export to the code of any part: through constants, imports,
 * spreads and helper functions, as far as the text alone allows. It runs nothing and knows no types.
 */
import { readFileSync } from 'node:fs';
import { ts } from 'ts-morph';

/** A node of the source, and the helper calls through which it was reached. */
export interface Spot {
  readonly node: ts.Node;
  readonly calls: Call | null;
}

interface Call {
  readonly function: ts.SignatureDeclaration;
  readonly arguments: readonly ts.Expression[];
  /** The calls that enclose this call. */
  readonly outer: Call | null;
}

/** A property of an object: where it is written, and its value. */
export interface Property {
  readonly site: ts.Node;
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
  const parsed = new Map<string, ts.SourceFile>();

  function parse(path: string): ts.SourceFile {
    const known = parsed.get(path);
    if (known !== undefined) return known;
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
    parsed.set(path, source);
    return source;
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
    if (ts.isIdentifier(node)) return spotOf(meaningOf(node, calls));
    if (ts.isPropertyAccessExpression(node)) {
      const namespace = ts.isIdentifier(node.expression) ? namespaceFile(node.expression) : null;
      if (namespace !== null) return exported(namespace, node.name.text, 0);
      return property({ node: node.expression, calls }, node.name.text)?.value ?? null;
    }
    return ts.isCallExpression(node) ? resultOf(node, calls) : null;
  }

  function resultOf(call: ts.CallExpression, calls: Call | null): Spot | null {
    const [first] = call.arguments;
    if (isIdentity(call.expression, calls)) return first === undefined ? null : { node: first, calls };
    const callee = resolve({ node: call.expression, calls }).node;
    if (!isFunction(callee)) return null;
    const result = returned(callee);
    return result === null
      ? null
      : { node: result, calls: { function: callee, arguments: call.arguments, outer: calls } };
  }

  /** Whether a function returns its argument: `defineConfig(x)` and the like return `x`. */
  function isIdentity(callee: ts.Expression, calls: Call | null): boolean {
    if (ts.isPropertyAccessExpression(callee)) return /^(?:define[A-Z]\w*|freeze)$/.test(callee.name.text);
    if (!ts.isIdentifier(callee)) return false;
    const meaning = meaningOf(callee, calls);
    return meaning !== null && 'external' in meaning && /^define[A-Z]/.test(meaning.external);
  }

  function meaningOf(name: ts.Identifier, calls: Call | null): Meaning {
    for (let scope: ts.Node | undefined = name.parent; scope !== undefined; scope = scope.parent) {
      if (isFunction(scope)) {
        const position = scope.parameters.findIndex((each) => declares(each.name, name.text));
        if (position >= 0) return argumentOf(scope, position, name.text, calls);
      }
      if (!ts.isSourceFile(scope) && !ts.isBlock(scope)) continue;
      const found = declared(name.text, scope.statements, calls);
      if (found !== undefined) return found;
    }
    return null;
  }

  function argumentOf(
    owner: ts.SignatureDeclaration,
    position: number,
    name: string,
    calls: Call | null,
  ): Spot | null {
    let call = calls;
    while (call !== null && call.function !== owner) call = call.outer;
    const parameter = owner.parameters[position];
    const given = call?.arguments[position] ?? parameter?.initializer;
    if (call === null || parameter === undefined || given === undefined || ts.isSpreadElement(given))
      return null;
    const argument = { node: given, calls: call.outer };
    if (ts.isIdentifier(parameter.name)) return argument;
    // `({ name, ...rest }) => ...`: the property of the argument.
    const element = parameter.name.elements.find(
      (each) => ts.isBindingElement(each) && declares(each.name, name),
    );
    if (element === undefined || !ts.isBindingElement(element) || element.dotDotDotToken !== undefined)
      return null;
    const key = element.propertyName ?? element.name;
    return ts.isIdentifier(key) ? (property(argument, key.text)?.value ?? null) : null;
  }

  /** What a name refers to among statements; undefined if they do not declare it. */
  function declared(
    name: string,
    statements: readonly ts.Statement[],
    calls: Call | null,
  ): Meaning | undefined {
    for (const statement of statements) {
      if (ts.isVariableStatement(statement)) {
        const own = statement.declarationList.declarations.find((each) => declares(each.name, name));
        if (own === undefined) continue;
        return ts.isIdentifier(own.name) && own.initializer !== undefined ? { node: own, calls } : null;
      }
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name)
        return { node: statement, calls };
      if (!ts.isImportDeclaration(statement)) continue;
      const imported = importedName(statement, name);
      if (imported === null) continue;
      const target = fileBehind(statement.moduleSpecifier);
      return target === null ? { external: imported } : exported(target, imported, 0);
    }
    return undefined;
  }

  function namespaceFile(name: ts.Identifier): ts.SourceFile | null {
    for (const statement of name.getSourceFile().statements) {
      const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
      if (bindings === undefined || !ts.isNamespaceImport(bindings) || bindings.name.text !== name.text)
        continue;
      return ts.isImportDeclaration(statement) ? fileBehind(statement.moduleSpecifier) : null;
    }
    return null;
  }

  function fileBehind(specifier: ts.Expression | undefined): ts.SourceFile | null {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return null;
    const path = files.imports.get(specifier.getSourceFile().fileName)?.get(specifier.text);
    return path !== undefined && /\.[cm]?[jt]sx?$/.test(path) ? parse(path) : null;
  }

  function exported(source: ts.SourceFile, name: string, depth: number): Spot | null {
    if (depth > maxChainLength) return null;
    for (const statement of source.statements) {
      const found = exportedBy(statement, name, depth);
      if (found !== null) return found;
    }
    return null;
  }

  function exportedBy(statement: ts.Statement, name: string, depth: number): Spot | null {
    if (ts.isExportAssignment(statement)) return name === 'default' ? { node: statement, calls: null } : null;
    if (ts.isExportDeclaration(statement)) return reexported(statement, name, depth);
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return null;
    return spotOf(declared(name, [statement], null) ?? null);
  }

  function reexported(statement: ts.ExportDeclaration, name: string, depth: number): Spot | null {
    const { exportClause, moduleSpecifier } = statement;
    const target = fileBehind(moduleSpecifier);
    if (exportClause === undefined) {
      return target === null || name === 'default' ? null : exported(target, name, depth + 1);
    }
    if (!ts.isNamedExports(exportClause)) return null;
    const own = exportClause.elements.find((each) => each.name.text === name);
    if (own === undefined) return null;
    const original = (own.propertyName ?? own.name).text;
    if (moduleSpecifier !== undefined) return target === null ? null : exported(target, original, depth + 1);
    return spotOf(declared(original, statement.getSourceFile().statements, null) ?? null);
  }

  function property(spot: Spot, name: string, depth = 0): Property | null {
    const { node, calls } = resolve(spot);
    if (!ts.isObjectLiteralExpression(node) || depth > maxChainLength) return null;
    for (const member of [...node.properties].reverse()) {
      if (ts.isSpreadAssignment(member)) {
        const inner = property({ node: member.expression, calls }, name, depth + 1);
        if (inner !== null) return inner;
      } else if (member.name !== undefined && textOf(member.name) === name) {
        const value = ts.isPropertyAssignment(member) ? member.initializer : member;
        return {
          site: member,
          value: { node: ts.isShorthandPropertyAssignment(member) ? member.name : value, calls },
        };
      }
    }
    return null;
  }

  function entries(spot: Spot, depth = 0): readonly (Spot | null)[] {
    const { node, calls } = resolve(spot);
    if (depth > maxChainLength) return [null];
    if (ts.isConditionalExpression(node)) {
      // Either branch may have run; with `null` in the list, callers find an entry by its name.
      const branches = [node.whenTrue, node.whenFalse];
      return [null, ...branches.flatMap((branch) => entries({ node: branch, calls }, depth + 1))];
    }
    if (!ts.isArrayLiteralExpression(node)) return [null];
    return node.elements.flatMap((element) =>
      ts.isSpreadElement(element)
        ? entries({ node: element.expression, calls }, depth + 1)
        : [{ node: element, calls }],
    );
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

/** The expression inside syntax that does not change it: parentheses, casts, `await`, declarations. */
function innerExpression(node: ts.Node): ts.Expression | null {
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isExportAssignment(node)
  ) {
    return node.expression;
  }
  return ts.isVariableDeclaration(node) ? (node.initializer ?? null) : null;
}

function isFunction(
  node: ts.Node,
): node is ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node)
  );
}

/** The expression that a function returns: that of the last `return` in its body. */
function returned(node: { readonly body?: ts.Node | undefined }): ts.Expression | null {
  const { body } = node;
  if (body === undefined) return null;
  if (!ts.isBlock(body)) return body as ts.Expression;
  return body.statements.findLast((statement) => ts.isReturnStatement(statement))?.expression ?? null;
}

function declares(binding: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(binding)) return binding.text === name;
  return binding.elements.some((element) => ts.isBindingElement(element) && declares(element.name, name));
}

/** The name under which a module exports what an import calls `name`. */
function importedName({ importClause }: ts.ImportDeclaration, name: string): string | null {
  if (importClause === undefined) return null;
  if (importClause.name?.text === name) return 'default';
  const bindings = importClause.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return null;
  const own = bindings.elements.find((each) => each.name.text === name);
  return own === undefined ? null : (own.propertyName ?? own.name).text;
}

function textOf(name: ts.PropertyName): string | null {
  if (ts.isComputedPropertyName(name)) {
    return ts.isStringLiteralLike(name.expression) ? name.expression.text : null;
  }
  return name.text;
}

/** The text of the string literal that a spot refers to, else null. */
export function literalText(reader: SourceReader, spot: Spot): string | null {
  const node = reader.chain(spot).at(-1)?.node;
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : null;
}
