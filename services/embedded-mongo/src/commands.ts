import { checkConcerns } from './args.ts';
import {
  create,
  createIndexes,
  drop,
  dropDatabase,
  dropIndexes,
  listCollections,
  listIndexes,
} from './catalog-commands.ts';
import type { Doc } from './document.ts';
import { MongoError, refuse } from './errors.ts';
import { explain } from './explain.ts';
import { buildInfo, endSessions, hello, ping } from './handshake.ts';
import { aggregate, count, distinct, find, getMore, killCursors } from './read-commands.ts';
import type { Command, Request } from './request.ts';
import { findAndModify, insert, remove, update } from './write-commands.ts';

/** Every command that there is. */
const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['hello', { kind: 'read', run: hello }],
  ['isMaster', { kind: 'read', run: hello }],
  ['ismaster', { kind: 'read', run: hello }],
  ['ping', { kind: 'read', run: ping }],
  ['buildInfo', { kind: 'read', run: buildInfo }],
  ['buildinfo', { kind: 'read', run: buildInfo }],
  ['endSessions', { kind: 'read', run: endSessions }],
  ['find', { kind: 'read', run: find }],
  ['getMore', { kind: 'read', run: getMore }],
  ['killCursors', { kind: 'read', run: killCursors }],
  ['count', { kind: 'read', run: count }],
  ['distinct', { kind: 'read', run: distinct }],
  ['aggregate', { kind: 'read', run: aggregate }],
  ['explain', { kind: 'read', run: explain }],
  ['listCollections', { kind: 'read', run: listCollections }],
  ['listIndexes', { kind: 'read', run: listIndexes }],
  ['insert', { kind: 'write', run: insert }],
  ['update', { kind: 'write', run: update }],
  ['delete', { kind: 'write', run: remove }],
  ['findAndModify', { kind: 'write', run: findAndModify }],
  ['findandmodify', { kind: 'write', run: findAndModify }],
  ['create', { kind: 'write', run: create }],
  ['drop', { kind: 'write', run: drop }],
  ['dropDatabase', { kind: 'write', run: dropDatabase }],
  ['createIndexes', { kind: 'write', run: createIndexes }],
  ['dropIndexes', { kind: 'write', run: dropIndexes }],
]);

/** The command that a message asks for: the name of its first field, in the database `$db`. */
export function requestOf(body: Doc, db: string | undefined): { readonly request: Request; readonly command: Command } {
  const [name = ''] = body.fields.keys();
  const command = COMMANDS.get(name);
  if (!command) throw refuse(59, `no such command: '${name}'`);
  const given = body.get('$db');
  if (db === undefined && given?.type !== 'string')
    throw new MongoError(40571, 'OP_MSG requests require a $db argument');
  checkConcerns(body);
  return { request: { name, db: given?.type === 'string' ? given.value : (db ?? ''), body }, command };
}
