import { type Authentication, MECHANISM } from './authentication.ts';
import { Doc, docOf, OK, textIn } from './bson.ts';
import { MAX_DOCUMENT_BYTES } from './catalog.ts';
import * as catalog from './catalog-commands.ts';
import { fail, refuse } from './errors.ts';
import { aggregate, count, distinct, explain, find, getMore, killCursors } from './read-commands.ts';
import { argsOf, concernsOf, type Engine, type Request, requestOf } from './request.ts';
import { sessionIdOf, sessionOf } from './sessions.ts';
import type { Snapshots } from './snapshots.ts';
import { MAX_MESSAGE_BYTES } from './wire.ts';
import { findAndModify, insert, remove, update } from './write-commands.ts';

/** Commands that change nothing. */
const READS: Readonly<Record<string, (request: Request) => Doc | Promise<Doc>>> = {
  ...{ hello, isMaster: hello, ismaster: hello, ping: acknowledge, endSessions, killSessions: endSessions },
  ...{ commitTransaction: endTransaction, abortTransaction: endTransaction },
  ...{ find, getMore, killCursors, count, distinct, aggregate, explain },
  ...{ listCollections: catalog.listCollections, listIndexes: catalog.listIndexes, dbStats: catalog.dbStats },
};
/** Commands that run in a transaction. */
const WRITES: Readonly<Record<string, (request: Request) => Doc>> = {
  ...{ insert, update, delete: remove, findAndModify, findandmodify: findAndModify },
  ...{ create: catalog.create, drop: catalog.drop, dropDatabase: catalog.dropDatabase },
  ...{ createIndexes: catalog.createIndexes, dropIndexes: catalog.dropIndexes },
};

/** Commands that need no authentication. */
const PUBLIC_COMMANDS = 'hello isMaster ismaster ping saslStart saslContinue'.split(' ');

/** The state that commands and snapshots work on. */
export interface Server extends Engine {
  readonly snapshots: Snapshots;
}

/** Returns the command of a message: its first field, in the database `$db`. */
export function commandOf(engine: Server, authentication: Authentication, body: Doc) {
  const [name = ''] = body.fields.keys();
  const read = Object.hasOwn(READS, name) ? READS[name] : undefined;
  const write = Object.hasOwn(WRITES, name) ? WRITES[name] : undefined;
  const step = name === 'saslStart' || name === 'saslContinue' ? name : undefined;
  const db = textIn(body.get('$db'));
  if (!read && !write && !step) refuse(59, `no such command: '${name}'`);
  if (db === undefined) fail(40571, 'OP_MSG requests require a $db argument');
  if (!authentication.isDone && !PUBLIC_COMMANDS.includes(name)) fail(13, `Command ${name} requires authentication`);
  const session = sessionOf(name, body);
  const { isSnapshot, time, writeConcernError } = concernsOf(engine, name, body, session);
  const request = requestOf(engine, name, db, body, session?.owner);
  const reply = () => {
    if (write && session?.isRetryable) return engine.sessions.runOnce(session, () => write(request));
    if (read && isSnapshot) return engine.snapshots.read(request, time, read);
    return (step ? authentication[step](request) : (write ?? read)?.(request)) ?? docOf({ ok: OK });
  };
  const run = () => {
    const done = reply();
    return writeConcernError && done instanceof Doc ? done.with('writeConcernError', writeConcernError) : done;
  };
  return { isWrite: write !== undefined, session, run };
}

/** Describes the server: a replica set, because drivers allow change streams and transactions only there. */
function hello({ engine: { address }, name, body }: Request): Doc {
  return docOf({
    ...{ helloOk: body.get('helloOk') && true, [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: true },
    ...{ setName: 'embedded', hosts: [address], primary: address, me: address },
    ...{ maxBsonObjectSize: MAX_DOCUMENT_BYTES, maxMessageSizeBytes: MAX_MESSAGE_BYTES, maxWriteBatchSize: 100_000 },
    logicalSessionTimeoutMinutes: 30,
    saslSupportedMechs: body.get('saslSupportedMechs') && [MECHANISM],
    ...{ localTime: new Date(), minWireVersion: 0, maxWireVersion: 21, ok: OK },
  });
}

function acknowledge(request: Request): Doc {
  request.args(request.name, '');
  return docOf({ ok: OK });
}

/** Checks the end of a transaction, which the scheduler makes. */
function endTransaction(request: Request): Doc {
  request.args(request.name, 'recoveryToken maxTimeMS');
  if (request.db !== 'admin') fail(13, `${request.name} may only be run against the admin database.`);
  return docOf({ ok: OK });
}

/** Handles `endSessions` and `killSessions`. */
function endSessions({ engine, name, body }: Request): Doc {
  for (const id of argsOf(name, body, '').docs(name)) engine.sessions.emit('end', sessionIdOf(id));
  return docOf({ ok: OK });
}
