/**
 * Finds the text of functions in the bundle of a config, and what they use of it. It knows scopes as far as
 * it needs to: a name that is declared anywhere inside a function is taken for its own.
 */
import type { Node, Statement } from '@babel/types';
import { nodesIn, parentOf, parseCode } from './parsed-source.js';

type Read = { readonly text: string } | { readonly issue: string };

export interface FunctionReader {
  /** The function as an expression, or why it cannot run in a browser. */
  read(own: (...given: never[]) => unknown): Read;
  /** The declarations that the functions read so far use, in the order of the bundle. */
  declarations(): readonly string[];
}

/** What Node has and browsers have not; and names that the bundle puts in place of `import.meta`. */
const onlyInNode: ReadonlySet<string> = new Set([
  ...['process', 'Buffer', 'global', 'require', 'module', 'exports', 'setImmediate', 'clearImmediate'],
  ...['__filename', '__dirname', 'svcModuleUrl', 'svcModuleFile', 'svcModuleFolder', 'svcCreateRequire'],
]);

export function createFunctionReader(code: string): FunctionReader {
  const { program } = parseCode('svc.config.bundle.mjs', code);
  const textOf = ({ start, end }: Node): string => code.slice(start ?? 0, end ?? 0);
  const declared = new Map<string, Statement>();
  for (const statement of program.body) {
    for (const name of namesDeclaredBy(statement)) declared.set(name, statement);
  }
  const functions = new Map<string, Node[]>();
  for (const node of nodesIn(program)) {
    if (!isFunction(node)) continue;
    const text = textOf(node);
    functions.set(text, [...(functions.get(text) ?? []), node]);
  }
  const used = new Set<Statement>();

  /** Notes what a node uses; returns why it cannot. */
  function use(node: Node): string | null {
    for (const name of freeNames(node)) {
      const owner = enclosingOwner(node, name);
      if (owner) return closure(name);
      const statement = declared.get(name);
      if (statement === undefined) {
        if (onlyInNode.has(name)) return `uses ${name}, which browsers do not have.`;
        if (!(name in globalThis) && name !== 'window' && name !== 'document') return closure(name);
        continue;
      }
      if (statement.type === 'ImportDeclaration') {
        return `uses ${name} of a package: it runs in the browser, with the config's own code only.`;
      }
      if (used.has(statement)) continue;
      used.add(statement);
      const issue = use(statement);
      if (issue !== null) return issue;
    }
    return null;
  }

  return {
    read(own) {
      const text = Function.prototype.toString.call(own);
      const nodes = functions.get(text) ?? [];
      const [node] = nodes;
      if (node === undefined) return { issue: 'must be written in the config: it runs in the browser.' };
      const issue = nodes.map(use).find((each) => each !== null) ?? null;
      if (issue !== null) return { issue };
      if (node.type !== 'ObjectMethod') return { text: `(${text})` };
      const name = node.key.type === 'Identifier' && !node.computed ? node.key.name : null;
      return name === null
        ? { issue: 'must be a function with a plain name.' }
        : { text: `({ ${text} }).${name}` };
    },
    declarations: () => program.body.filter((statement) => used.has(statement)).map(textOf),
  };
}

function closure(name: string): string {
  return `uses ${name}, which is not declared at the top of a file: it runs in the browser, where only its arguments and such declarations are known.`;
}

function isFunction({ type }: Node): boolean {
  return (
    type === 'FunctionExpression' ||
    type === 'ArrowFunctionExpression' ||
    type === 'FunctionDeclaration' ||
    type === 'ObjectMethod'
  );
}

/** Names of the top of the bundle. */
function namesDeclaredBy(statement: Statement): readonly string[] {
  switch (statement.type) {
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id }) => namesBoundIn(id));
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return statement.id ? [statement.id.name] : [];
    case 'ImportDeclaration':
      return statement.specifiers.map(({ local }) => local.name);
    default:
      return [];
  }
}

function namesBoundIn(pattern: Node): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return namesBoundIn(pattern.left);
    case 'RestElement':
      return namesBoundIn(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each === null ? [] : namesBoundIn(each)));
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        namesBoundIn(each.type === 'ObjectProperty' ? each.value : each),
      );
    default:
      return [];
  }
}

/** Names that a node uses and does not declare itself. */
function freeNames(top: Node): ReadonlySet<string> {
  const bound = new Set(['arguments', 'undefined']);
  const names = new Set<string>();
  for (const node of nodesIn(top)) {
    for (const name of boundBy(node)) bound.add(name);
    if (node.type === 'Identifier' && isReference(node)) names.add(node.name);
  }
  return new Set([...names].filter((name) => !bound.has(name)));
}

function boundBy(node: Node): readonly string[] {
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'ObjectMethod':
      return [...node.params.flatMap(namesBoundIn), ...('id' in node && node.id ? [node.id.name] : [])];
    case 'FunctionDeclaration':
      return [...node.params.flatMap(namesBoundIn), ...(node.id ? [node.id.name] : [])];
    case 'VariableDeclarator':
      return namesBoundIn(node.id);
    case 'ClassDeclaration':
      return node.id ? [node.id.name] : [];
    case 'CatchClause':
      return node.param ? namesBoundIn(node.param) : [];
    default:
      return [];
  }
}

/** Whether an identifier is a name of a variable, and not of a property. */
function isReference(node: Node): boolean {
  const parent = parentOf(node);
  if (parent === null) return true;
  if (parent.type === 'MemberExpression' || parent.type === 'OptionalMemberExpression') {
    return parent.object === node || parent.computed;
  }
  if (parent.type === 'ObjectProperty') return parent.value === node || parent.computed;
  if (parent.type === 'ObjectMethod' || parent.type === 'ClassMethod' || parent.type === 'ClassProperty') {
    return parent.key !== node || parent.computed;
  }
  return (
    parent.type !== 'LabeledStatement' &&
    parent.type !== 'BreakStatement' &&
    parent.type !== 'ContinueStatement'
  );
}

/** Whether a function around a node declares a name: its value is known only where that runs. */
function enclosingOwner(node: Node, name: string): boolean {
  for (let around = parentOf(node); around !== null && around.type !== 'Program'; around = parentOf(around)) {
    if (boundBy(around).includes(name)) return true;
    const body = 'body' in around && Array.isArray(around.body) ? (around.body as readonly Node[]) : [];
    if (
      around.type === 'BlockStatement' &&
      body.some((each) => namesDeclaredBy(each as Statement).includes(name))
    )
      return true;
  }
  return false;
}
