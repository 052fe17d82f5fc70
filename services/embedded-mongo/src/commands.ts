import { checkPromises } from './args.ts';
import { type Doc, docOf } from './bson.ts';
import {
  create,
  createIndexes,
  drop,
  dropDatabase,
  dropIndexes,
  listCollections,
  listIndexes,
} from './catalog-commands.ts';
import { MAX_DOCUMENT_BYTES } from './collection.ts';
import { fail, refuse } from './errors.ts';
import { explain } from './explain.ts';
import { aggregate, count, distinct, find, getMore, killCursors } from './read-commands.ts';
import { type Engine, OK, Request } from './request.ts';
import { MAX_MESSAGE_BYTES } from './wire.ts';
import { findAndModify, insert, remove, update } from './write-commands.ts';

/** Commands that change nothing, and may run beside others. */
const READS: Readonly<Record<string, (request: Request) => Doc | Promise<Doc>>> = {
  ...{ hello, isMaster: hello, ismaster: hello, ping, buildInfo, buildinfo: buildInfo, endSessions },
  ...{ find, getMore, killCursors, count, distinct, aggregate, explain, listCollections, listIndexes },
};
/** Commands that run in a transaction. */
const WRITES: Readonly<Record<string, (request: Request) => Doc>> = {
  ...{ insert, update, delete: remove, findAndModify, findandmodify: findAndModify },
  ...{ create, drop, dropDatabase, createIndexes, dropIndexes },
};

/** The command that a message asks for: the name of its first field, in the database `$db`; the first hello comes without one. */
export function commandOf(engine: Engine, body: Doc, defaultDb: string | undefined) {
  const [name = ''] = body.fields.keys();
  const read = Object.hasOwn(READS, name) ? READS[name] : undefined;
  const write = Object.hasOwn(WRITES, name) ? WRITES[name] : undefined;
  const given = body.get('$db');
  const db = given?.type === 'string' ? given.value : defaultDb;
  if (!read && !write) refuse(59, `no such command: '${name}'`);
  if (db === undefined) fail(40571, 'OP_MSG requests require a $db argument');
  checkPromises(body);
  const request = new Request(engine, name, db, body);
  const run = () => (write ? engine.retries.once(body, () => write(request)) : read?.(request)) ?? docOf({ ok: OK });
  return { isWrite: write !== undefined, run };
}

/** The first thing that every client asks: what kind of server this is. It says to be a replica set, so that change streams are on. */
function hello({ engine: { address }, name, body }: Request): Doc {
  return docOf({
    helloOk: body.get('helloOk') && true,
    [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: true,
    setName: 'embedded',
    hosts: [address],
    primary: address,
    me: address,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 21,
    ok: OK,
  });
}

function ping(request: Request): Doc {
  request.args('ping', '');
  return docOf({ ok: OK });
}

/** The version is the one whose behaviour this subset has. */
function buildInfo(): Doc {
  return docOf({ version: '7.0.0', versionArray: [7, 0, 0, 0], gitVersion: 'embedded', bits: 64, ok: OK });
}

/** Sessions carry nothing here that would have to end. */
function endSessions(request: Request): Doc {
  request.args('endSessions', '');
  return docOf({ ok: OK });
}
