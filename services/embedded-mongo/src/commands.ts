import { type Authentication, MECHANISM } from './authentication.ts';
import { type Doc, docOf } from './bson.ts';
import { MAX_DOCUMENT_BYTES } from './catalog.ts';
import * as catalog from './catalog-commands.ts';
import { fail, refuse } from './errors.ts';
import { aggregate, count, distinct, explain, find, getMore, killCursors } from './read-commands.ts';
import { checkPromises, type Engine, OK, type Request, requestOf } from './request.ts';
import { MAX_MESSAGE_BYTES } from './wire.ts';
import { findAndModify, insert, remove, update } from './write-commands.ts';

/** Commands that change nothing, and may run beside others. */
const READS: Readonly<Record<string, (request: Request) => Doc | Promise<Doc>>> = {
  ...{ hello, isMaster: hello, ismaster: hello, ping: nothing, endSessions: nothing },
  ...{ find, getMore, killCursors, count, distinct, aggregate, explain },
  ...{ listCollections: catalog.listCollections, listIndexes: catalog.listIndexes },
};
/** Commands that run in a transaction. */
const WRITES: Readonly<Record<string, (request: Request) => Doc>> = {
  ...{ insert, update, delete: remove, findAndModify, findandmodify: findAndModify },
  ...{ create: catalog.create, drop: catalog.drop, dropDatabase: catalog.dropDatabase },
  ...{ createIndexes: catalog.createIndexes, dropIndexes: catalog.dropIndexes },
};

/** Commands that prove who a connection is. */
const PROOFS: Readonly<Record<string, 'start' | 'continue'>> = { saslStart: 'start', saslContinue: 'continue' };
/** What a connection may ask before that. */
const OPEN = 'hello isMaster ismaster ping saslStart saslContinue'.split(' ');

/** The command that a message asks for: the name of its first field, in the database `$db`; the first hello comes without one. */
export function commandOf(engine: Engine, proof: Authentication, body: Doc, defaultDb: string | undefined) {
  const [name = ''] = body.fields.keys();
  const read = Object.hasOwn(READS, name) ? READS[name] : undefined;
  const write = Object.hasOwn(WRITES, name) ? WRITES[name] : undefined;
  const step = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined;
  const given = body.get('$db');
  const db = given?.type === 'string' ? given.value : defaultDb;
  if (!read && !write && !step) refuse(59, `no such command: '${name}'`);
  if (db === undefined) fail(40571, 'OP_MSG requests require a $db argument');
  if (!proof.isDone && !OPEN.includes(name)) fail(13, `Command ${name} requires authentication`);
  checkPromises(body);
  const request = requestOf(engine, name, db, body);
  const run = () => (step ? proof[step](request) : (write ?? read)?.(request)) ?? docOf({ ok: OK });
  return { isWrite: write !== undefined, run };
}

/**
 * The first thing that every client asks: what kind of server this is. It says to be a replica set, so that change streams are on, and names no time for
 * sessions, so that drivers use none: no transactions, and no writes that are sent twice.
 */
function hello({ engine: { address }, name, body }: Request): Doc {
  return docOf({
    ...{ helloOk: body.get('helloOk') && true, [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: true },
    ...{ setName: 'embedded', hosts: [address], primary: address, me: address },
    ...{ maxBsonObjectSize: MAX_DOCUMENT_BYTES, maxMessageSizeBytes: MAX_MESSAGE_BYTES, maxWriteBatchSize: 100_000 },
    saslSupportedMechs: body.get('saslSupportedMechs') && [MECHANISM],
    ...{ localTime: new Date(), minWireVersion: 0, maxWireVersion: 21, ok: OK },
  });
}

/** `ping`, and `endSessions`: sessions carry nothing here that would have to end. */
function nothing(request: Request): Doc {
  request.args(request.name, '');
  return docOf({ ok: OK });
}
