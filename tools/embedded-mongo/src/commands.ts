import { type Authentication, MECHANISM } from './authentication.ts';
import { type Doc, docOf, OK } from './bson.ts';
import { MAX_DOCUMENT_BYTES } from './catalog.ts';
import * as catalog from './catalog-commands.ts';
import { fail, refuse } from './errors.ts';
import { aggregate, count, distinct, explain, find, getMore, killCursors } from './read-commands.ts';
import { checkConcerns, type Engine, type Request, requestOf } from './request.ts';
import { MAX_MESSAGE_BYTES } from './wire.ts';
import { findAndModify, insert, remove, update } from './write-commands.ts';

/** Commands that change nothing. */
const READS: Readonly<Record<string, (request: Request) => Doc | Promise<Doc>>> = {
  ...{ hello, isMaster: hello, ismaster: hello, ping: acknowledge, endSessions: acknowledge },
  ...{ find, getMore, killCursors, count, distinct, aggregate, explain },
  ...{ listCollections: catalog.listCollections, listIndexes: catalog.listIndexes, dbStats: catalog.dbStats },
};
/** Commands that run in a transaction. */
const WRITES: Readonly<Record<string, (request: Request) => Doc>> = {
  ...{ insert, update, delete: remove, findAndModify, findandmodify: findAndModify },
  ...{ create: catalog.create, drop: catalog.drop, dropDatabase: catalog.dropDatabase },
  ...{ createIndexes: catalog.createIndexes, dropIndexes: catalog.dropIndexes },
};

/** Commands that authenticate a connection. */
const AUTHENTICATION_STEPS: Readonly<Record<string, 'start' | 'continue'>> = {
  saslStart: 'start',
  saslContinue: 'continue',
};
/** Commands that need no authentication. */
const PUBLIC_COMMANDS = 'hello isMaster ismaster ping saslStart saslContinue'.split(' ');

/** Returns the command of a message: its first field, in the database `$db`. `defaultDb` is for the first hello, which has no `$db`. */
export function commandOf(engine: Engine, authentication: Authentication, body: Doc, defaultDb: string | undefined) {
  const [name = ''] = body.fields.keys();
  const read = Object.hasOwn(READS, name) ? READS[name] : undefined;
  const write = Object.hasOwn(WRITES, name) ? WRITES[name] : undefined;
  const step = Object.hasOwn(AUTHENTICATION_STEPS, name) ? AUTHENTICATION_STEPS[name] : undefined;
  const database = body.get('$db');
  const db = database?.type === 'string' ? database.value : defaultDb;
  if (!read && !write && !step) refuse(59, `no such command: '${name}'`);
  if (db === undefined) fail(40571, 'OP_MSG requests require a $db argument');
  if (!authentication.isDone && !PUBLIC_COMMANDS.includes(name)) fail(13, `Command ${name} requires authentication`);
  checkConcerns(body);
  const request = requestOf(engine, name, db, body);
  const run = () => (step ? authentication[step](request) : (write ?? read)?.(request)) ?? docOf({ ok: OK });
  return { isWrite: write !== undefined, run };
}

/**
 * Describes the server. It reports a replica set, because drivers allow change streams only there, and no session timeout, because drivers
 * then use no sessions: no transactions and no retried writes.
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

/** Handles `ping`, and `endSessions`, because sessions hold no state here. */
function acknowledge(request: Request): Doc {
  request.args(request.name, '');
  return docOf({ ok: OK });
}
