import type { NodePath } from '@babel/traverse';

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
export function runsAtLoad(path: NodePath): boolean {
  for (let place = path.getFunctionParent(); place; ) {
    const call = callInPlace(place);
    if (!call) return isModule(place);
    place = call.getFunctionParent();
  }
  return true;
}
