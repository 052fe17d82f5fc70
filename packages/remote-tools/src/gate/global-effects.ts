import { parse } from '@babel/parser';
import traverse, { type NodePath } from '@babel/traverse';
import type { Fault } from './gate-check.ts';

const GLOBAL_OBJECTS = new Set(['window', 'globalThis', 'self', 'top', 'parent', 'frames']);
const STORAGES = new Set(['localStorage', 'sessionStorage']);
const TIMERS = new Set(['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback', 'setImmediate']);
/** What the kit leaves for the shell, by the copy of it that a remote holds. */
const PORTAL_GLOBALS = new Set(['portalSanitizer']);
/** Functions that change their first argument, by the object that has them. */
const CHANGERS: Readonly<Record<string, ReadonlySet<string>>> = {
  Object: new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf']),
  Reflect: new Set(['set', 'defineProperty', 'deleteProperty', 'setPrototypeOf']),
};

type Path = NodePath | null | undefined;

/** The name of a variable that the script does not declare. */
function freeName(path: Path): string | undefined {
  if (!path?.isIdentifier()) return undefined;
  return path.scope.hasBinding(path.node.name, { noGlobals: true }) ? undefined : path.node.name;
}

/** The name of a property that is written down: `a.name`, `a['name']`. */
function propertyOf(path: Path): string | undefined {
  if (!path?.isMemberExpression() && !path?.isOptionalMemberExpression()) return undefined;
  const { property, computed } = path.node;
  if (property.type === 'StringLiteral') return property.value;
  return !computed && property.type === 'Identifier' ? property.name : undefined;
}

function objectOf(path: Path): Path {
  const object = path?.isMemberExpression() || path?.isOptionalMemberExpression() ? path.get('object') : undefined;
  return Array.isArray(object) ? undefined : object;
}

/** The name of a global that a path reads, also as a property of the global object. */
function globalName(path: Path): string | undefined {
  const object = objectOf(path);
  if (!object) return freeName(path);
  return isGlobalObject(object) ? propertyOf(path) : undefined;
}

function isGlobalObject(path: Path): boolean {
  const name = globalName(path);
  return name !== undefined && GLOBAL_OBJECTS.has(name);
}

/** Whether a path is an object that all code of the page shares: the global object, or a prototype of a global's. */
function isShared(path: Path): boolean {
  if (isGlobalObject(path)) return true;
  const property = propertyOf(path);
  return property === '__proto__' || (property === 'prototype' && globalName(objectOf(path)) !== undefined);
}

/** The function's call when it is called where it stands. */
function callInPlace(path: NodePath): Path {
  const call = path.parentPath;
  return call?.isCallExpression() && call.node.callee === path.node ? call : undefined;
}

/** Whether a function is a module of a bundle: it stands in the object or array of modules of a webpack chunk or entry. */
function isModuleFunction(path: NodePath): boolean {
  const holder = path.isObjectMethod()
    ? path.parentPath
    : path.parentPath?.isProperty()
      ? path.parentPath.parentPath
      : path.parentPath;
  if (!holder?.isObjectExpression() && !holder?.isArrayExpression()) return false;
  const members = holder.isObjectExpression() ? holder.node.properties : holder.node.elements;
  const areFunctions = members.every(
    (member) =>
      member === null ||
      member.type === 'ObjectMethod' ||
      /Function/.test(member.type === 'ObjectProperty' ? member.value.type : member.type),
  );
  if (!areFunctions) return false;
  const owner = holder.parentPath;
  return (
    owner?.isVariableDeclarator() ||
    (owner?.isArrayExpression() === true && owner.parentPath?.isCallExpression() === true)
  );
}

/** Whether code runs as soon as its module does. */
function runsAtLoad(path: NodePath): boolean {
  for (let place = path.getFunctionParent(); place; ) {
    const call = callInPlace(place);
    if (!call) return isModuleFunction(place);
    place = call.getFunctionParent();
  }
  return true;
}

/**
 * Returns what a script does to what all code of the page shares: globals and prototypes it changes, storage it empties,
 * timers it starts as soon as it is loaded. `container` is the global that the remote's entry may declare. Throws
 * SyntaxError for what is no script.
 */
export function globalEffects(file: string, code: string, container: string): Fault[] {
  const faults: Fault[] = [];
  const add = ({ node: { loc } }: NodePath, message: string) =>
    faults.push({ message, place: loc ? `${file}:${loc.start.line}:${loc.start.column + 1}` : file });
  const onChange = (target: Path) => {
    const free = freeName(target);
    if (target && free !== undefined && free !== 'undefined')
      add(target, `${free} is a global: keep the value in a module of this remote.`);
    if (!isShared(objectOf(target)) || !target) return;
    const property = propertyOf(target);
    // Webpack's own way to hand chunks over.
    if (property?.startsWith('webpackChunk') || (property && PORTAL_GLOBALS.has(property))) return;
    add(
      target,
      `${property ?? 'a property'} is changed for all code of the page: keep the value in a module of this remote.`,
    );
  };

  traverse(parse(code, { sourceType: 'unambiguous' }), {
    Program(path) {
      if (path.node.sourceType === 'module') return;
      for (const [name, { path: declared }] of Object.entries(path.scope.bindings))
        if (name !== container) add(declared, `${name} becomes a global: wrap the script in a function.`);
    },
    AssignmentExpression: (path) => {
      for (const target of targetsOf(path.get('left'))) onChange(target);
    },
    UpdateExpression: (path) => onChange(path.get('argument')),
    UnaryExpression: (path) => {
      if (path.node.operator === 'delete') onChange(path.get('argument'));
    },
    CallExpression: (path) => {
      const callee = path.get('callee');
      const owner = globalName(objectOf(callee));
      const method = propertyOf(callee);
      if (owner !== undefined && method === 'clear' && STORAGES.has(owner))
        add(path, `${owner}.clear() takes what other parts have stored: remove this remote's own keys.`);
      if (
        owner !== undefined &&
        method !== undefined &&
        CHANGERS[owner]?.has(method) &&
        isShared(path.get('arguments')[0])
      )
        add(
          path,
          `${owner}.${method} changes what all code of the page shares: keep the value in a module of this remote.`,
        );
      const timer = globalName(callee);
      if (timer !== undefined && TIMERS.has(timer) && runsAtLoad(path))
        add(path, `${timer} is called as soon as the script is loaded: call it in an effect, and clear it there.`);
    },
  });
  return faults;
}

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
