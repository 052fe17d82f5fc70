import { parse } from '@babel/parser';
import type { NodePath } from '@babel/traverse';
import traverse from '@babel/traverse';
import type { Fault } from './gate-check.ts';

/** The call of a function where it stands, also by `.call` and `.apply`. */
function callInPlace(path: NodePath): NodePath | undefined {
  const parent = path.parentPath;
  if (parent?.isCallExpression() && parent.node.callee === path.node) return parent;
  const call = parent?.isMemberExpression() && parent.node.object === path.node ? parent.parentPath : undefined;
  return call?.isCallExpression() && call.node.callee === parent?.node ? call : undefined;
}

/** Modules of an entry are numbered; two have names (StableIdsPlugin). */
const MODULE_KEY = /^(\d+|container|federation)$/;

/** Whether a function is a module of a bundle: a chunk's `push([[ids], modules])`, or the table of an entry. */
function isModule(path: NodePath): boolean {
  const table = path.isObjectMethod() ? path.parentPath : path.parentPath?.parentPath;
  if (path.parentPath?.isArrayExpression()) return isChunkTable(path.parentPath);
  if (!table?.isObjectExpression()) return false;
  if (isChunkTable(table)) return true;
  const areModules = table.node.properties.every((member) => {
    if (member.type === 'SpreadElement' || member.computed) return false;
    if (member.key.type === 'NumericLiteral') return true;
    const key =
      member.key.type === 'Identifier' ? member.key.name : member.key.type === 'StringLiteral' && member.key.value;
    return typeof key === 'string' && MODULE_KEY.test(key);
  });
  return areModules && table.parentPath?.isVariableDeclarator() === true;
}

/** Whether an object or array is the second of `push([[ids], modules])`. */
function isChunkTable(table: NodePath): boolean {
  const chunk = table.parentPath;
  if (!chunk?.isArrayExpression() || chunk.node.elements[1] !== table.node) return false;
  return chunk.node.elements[0]?.type === 'ArrayExpression' && chunk.parentPath?.isCallExpression() === true;
}

/** Whether code runs as soon as its script, or its module in a bundle, does. */
function runsAtLoad(path: NodePath): boolean {
  for (let place = path.getFunctionParent(); place; ) {
    const call = callInPlace(place);
    if (!call) return isModule(place);
    place = call.getFunctionParent();
  }
  return true;
}

const GLOBAL_OBJECTS = new Set(['window', 'globalThis', 'self', 'top', 'parent', 'frames']);
const STORAGES = new Set(['localStorage', 'sessionStorage']);
/** Globals whose properties are there to be set. */
const OPEN_GLOBALS = new Set([...STORAGES, 'document', 'location']);
/** Properties of the global object that may be set: navigation, a worker's messages, what the kit leaves for the shell. */
const OPEN_PROPERTIES = new Set(['location', 'onmessage', 'onmessageerror', 'portalSanitizer']);
const TIMERS = new Set(['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback', 'setImmediate']);
/** Functions that change their first argument, by the object that has them. */
const CHANGERS: Readonly<Record<string, ReadonlySet<string>>> = {
  Object: new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf']),
  Reflect: new Set(['set', 'defineProperty', 'deleteProperty', 'setPrototypeOf']),
};

/** Functions that make their first argument unchangeable, by the object that has them. */
const FREEZERS: Readonly<Record<string, ReadonlySet<string>>> = {
  Object: new Set(['freeze', 'seal', 'preventExtensions']),
  Reflect: new Set(['preventExtensions']),
};

const COOKIE =
  'a cookie goes with every request of the portal, also when this release is gone, and too many shut their visitor out: ' +
  'keep the value in localStorage under a key of this remote.';
const SERVICE_WORKER =
  'a service worker stays in the browser when this release is gone: leave it out, the portal caches its files for ever.';

const NO_MODULE =
  'it is an ES module, which a browser would load without the hash of the lock: make one classic script of all ' +
  '(docs/other-tools.md, “Build it with other tools”).';

type Path = NodePath | null | undefined;

/** The text that an expression is, also by a variable that gets it once, with its declaration or later. */
function textOf(path: Path): string | undefined {
  if (path?.isStringLiteral()) return path.node.value;
  if (path?.isTemplateLiteral() && path.node.expressions.length === 0)
    return path.node.quasis[0]?.value.cooked ?? undefined;
  if (!path?.isIdentifier()) return undefined;
  const binding = path.scope.getBinding(path.node.name);
  if (!binding?.path.isVariableDeclarator() || binding.path.node.id.type !== 'Identifier') return undefined;
  const [later, ...more] = binding.constantViolations;
  const value = later?.isAssignmentExpression({ operator: '=' }) ? later.get('right') : binding.path.get('init');
  const isSetOnce =
    more.length === 0 && (later === undefined || (later.isAssignmentExpression() && !binding.path.node.init));
  return isSetOnce && (value.isStringLiteral() || value.isTemplateLiteral()) ? textOf(value) : undefined;
}

/** The name of a property that is written down: `a.name`, `a['name']`, `a[key]` where `key` is one text. */
function propertyOf(path: Path): string | undefined {
  if (!path?.isMemberExpression() && !path?.isOptionalMemberExpression()) return undefined;
  const property = path.get('property');
  if (Array.isArray(property)) return undefined;
  return !path.node.computed && property.isIdentifier() ? property.node.name : textOf(property);
}

function objectOf(path: Path): Path {
  const object = path?.isMemberExpression() || path?.isOptionalMemberExpression() ? path.get('object') : undefined;
  return Array.isArray(object) ? undefined : object;
}

/** How many variables a name is followed through; two may be made of each other. */
const MAX_ALIASES = 10;

/** The name of a global that a path reads: bare, as a property of the global object, or by a variable that is set once. */
function globalName(path: Path, aliases = 0): string | undefined {
  if (aliases > MAX_ALIASES) return undefined;
  const object = objectOf(path);
  if (object) return isGlobalObject(object, aliases) ? propertyOf(path) : undefined;
  if (!path?.isIdentifier()) return undefined;
  const { name } = path.node;
  if (!path.scope.hasBinding(name, { noGlobals: true })) return name;
  const binding = path.scope.getBinding(name);
  if (!binding?.constant || !binding.path.isVariableDeclarator() || binding.path.node.id.type !== 'Identifier')
    return undefined;
  const value = binding.path.get('init');
  return value.isExpression() ? globalName(value, aliases + 1) : undefined;
}

function isGlobalObject(path: Path, aliases = 0): boolean {
  const name = globalName(path, aliases);
  return name !== undefined && GLOBAL_OBJECTS.has(name);
}

/** What Vite's federation plugin leaves for remotes of its own kind, and for Vue where there is none. */
const OF_FEDERATION = /^(?:__mf_module_cache__|__mf_init__virtual:mf:.*|__VUE_HMR_RUNTIME__)$/;

/** Whether a global is a library's own: `__zod_globalConfig`. */
const isOfLibrary = (name: string) => (name.startsWith('__') && !name.endsWith('__')) || OF_FEDERATION.test(name);

/** Whether a path is an object that all code of the page shares: a global, or a prototype of one. */
function isShared(path: Path): boolean {
  const name = globalName(path);
  if (name !== undefined) return !OPEN_GLOBALS.has(name) && !isOfLibrary(name);
  const property = propertyOf(path);
  return property === '__proto__' || (property === 'prototype' && globalName(objectOf(path)) !== undefined);
}

/** Whether a path is `document.cookie`. */
const isCookie = (path: Path) => propertyOf(path) === 'cookie' && globalName(objectOf(path)) === 'document';

/** Whether a value is put together where it stands; libraries that can also write cookies, as axios, call for theirs. */
const isWritten = (value: NodePath) =>
  value.isStringLiteral() || value.isTemplateLiteral() || value.isBinaryExpression({ operator: '+' });

/** What an assignment writes to, each part of a pattern by itself. */
function targetsOf(left: NodePath): Path[] {
  if (left.isObjectPattern())
    return left.get('properties').flatMap((property) => {
      const value = property.isObjectProperty() ? property.get('value') : undefined;
      return value && !Array.isArray(value) ? targetsOf(value) : [];
    });
  if (left.isArrayPattern()) return left.get('elements').flatMap((element) => (element.node ? targetsOf(element) : []));
  if (left.isAssignmentPattern()) return targetsOf(left.get('left'));
  return [left];
}

/**
 * Returns what a script does to what all code of the page shares: globals and prototypes it changes or freezes, storage it
 * empties, cookies it writes, service workers, timers it starts as soon as it is loaded. `container` is the global that the remote's entry may declare; its bundler
 * may hand chunks over in a global that ends with it. A module is a fault by itself. Throws SyntaxError for what is no script.
 */
export function globalEffects(file: string, code: string, container: string): Fault[] {
  const program = parse(code, { sourceType: 'unambiguous' });
  if (program.program.sourceType === 'module') return [{ message: NO_MODULE, place: file }];
  const openProperties = new Set([...OPEN_PROPERTIES, `webpackChunk${container}`, `rspackChunk${container}`]);
  const faults: Fault[] = [];
  const add = ({ node: { loc } }: NodePath, message: string) =>
    faults.push({ message, place: loc ? `${file}:${loc.start.line}:${loc.start.column + 1}` : file });
  const onChange = (target: Path) => {
    if (!target) return;
    const bare = target.isIdentifier() && !target.scope.hasBinding(target.node.name, { noGlobals: true });
    if (bare && !openProperties.has(target.node.name))
      add(target, `${target.node.name} is a global: keep the value in a module of this remote.`);
    if (!isShared(objectOf(target))) return;
    const property = propertyOf(target);
    const isOpen = property !== undefined && (openProperties.has(property) || isOfLibrary(property));
    if (isOpen && isGlobalObject(objectOf(target))) return;
    add(
      target,
      `${property ?? 'a property'} is changed for all code of the page: keep the value in a module of this remote.`,
    );
  };

  const onCall = (path: NodePath) => {
    if (!path.isCallExpression() && !path.isOptionalCallExpression()) return;
    const callee: NodePath = path.get('callee');
    const [first]: NodePath[] = path.get('arguments');
    const owner = globalName(objectOf(callee));
    const method = propertyOf(callee);
    if (owner !== undefined && method === 'clear' && STORAGES.has(owner))
      add(path, `${owner}.clear() takes what other parts have stored: remove this remote's own keys.`);
    if (owner === 'cookieStore' && method === 'set') add(path, COOKIE);
    const holder = objectOf(callee);
    if (method === 'register' && propertyOf(holder) === 'serviceWorker' && globalName(objectOf(holder)) === 'navigator')
      add(path, SERVICE_WORKER);
    if (owner !== undefined && method !== undefined && FREEZERS[owner]?.has(method) && isShared(first))
      add(path, `${owner}.${method} keeps all code of the page from what it may do: leave it out.`);
    if (owner !== undefined && method !== undefined && CHANGERS[owner]?.has(method) && isShared(first))
      add(
        path,
        `${owner}.${method} changes what all code of the page shares: keep the value in a module of this remote.`,
      );
    const timer = globalName(callee);
    if (timer !== undefined && TIMERS.has(timer) && runsAtLoad(path))
      add(path, `${timer} is called as soon as the script is loaded: call it in an effect, and clear it there.`);
  };

  traverse(program, {
    Program(path) {
      for (const [name, { path: declared }] of Object.entries(path.scope.bindings))
        if (name !== container) add(declared, `${name} becomes a global: wrap the script in a function.`);
    },
    AssignmentExpression: (path) => {
      for (const target of targetsOf(path.get('left'))) onChange(target);
      if (isCookie(path.get('left')) && isWritten(path.get('right'))) add(path, COOKIE);
    },
    ForXStatement: (path) => {
      for (const target of targetsOf(path.get('left'))) if (!target?.isVariableDeclaration()) onChange(target);
    },
    UpdateExpression: (path) => onChange(path.get('argument')),
    UnaryExpression: (path) => {
      if (path.node.operator === 'delete') onChange(path.get('argument'));
    },
    CallExpression: onCall,
    OptionalCallExpression: onCall,
  });
  return faults;
}
