import { Args } from './args.ts';
import { docOf } from './build.ts';
import { MAX_DOCUMENT_BYTES } from './collection.ts';
import { OK } from './cursor-replies.ts';
import type { Doc } from './document.ts';
import { badValue } from './errors.ts';
import type { Engine, Request } from './request.ts';

/** The longest message, as in MongoDB. */
export const MAX_MESSAGE_BYTES = 48_000_000;
/** The server version whose behaviour this subset has, and how the wire protocol counts it. */
const VERSION = [7, 0, 0, 0];
const WIRE_VERSION = 21;
/** How clients know that they speak to a replica set, so that retryable writes and change streams are on. */
export const SET_NAME = 'embedded';

/** The first thing that every client asks: what kind of server this is. */
export function hello(engine: Engine, request: Request): Doc {
  const isPrimary = request.name === 'hello' ? { isWritablePrimary: true } : { ismaster: true };
  return docOf({
    helloOk: request.body.has('helloOk') ? true : undefined,
    ...isPrimary,
    secondary: false,
    setName: SET_NAME,
    hosts: [engine.address],
    primary: engine.address,
    me: engine.address,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: WIRE_VERSION,
    readOnly: false,
    ok: OK,
  });
}

export function ping(_: Engine, request: Request): Doc {
  new Args('ping', request.body, []);
  return docOf({ ok: OK });
}

export function buildInfo(): Doc {
  return docOf({
    version: VERSION.slice(0, 3).join('.'),
    versionArray: VERSION,
    gitVersion: 'embedded',
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    modules: ['embedded-mongo'],
    ok: OK,
  });
}

/** Sessions carry nothing here that would have to end. */
export function endSessions(_: Engine, request: Request): Doc {
  const sessions = request.body.get('endSessions');
  if (sessions?.type !== 'array') throw badValue('endSessions needs an array of sessions');
  new Args('endSessions', request.body, []);
  return docOf({ ok: OK });
}
