import type { Catalog } from './catalog.ts';
import type { Cursors } from './cursors.ts';
import { Deadline } from './deadline.ts';
import type { Doc } from './document.ts';
import { MongoError } from './errors.ts';
import type { Oplog } from './oplog.ts';
import { wholeNumber } from './scalars.ts';

/** What commands work on. */
export interface Engine {
  readonly catalog: Catalog;
  readonly oplog: Oplog;
  readonly cursors: Cursors;
  /** `127.0.0.1:port`, by which clients know this server. */
  readonly address: string;
}

/** One command: its name, the database that it is sent to, and its arguments. */
export interface Request {
  readonly name: string;
  readonly db: string;
  readonly body: Doc;
}

/** Carries out a command; a promise only where it waits for news. */
export type Handler = (engine: Engine, request: Request) => Doc | Promise<Doc>;

/** A command that changes nothing may run beside others; one that writes runs in a transaction and never waits. */
export type Command =
  | { readonly kind: 'read'; readonly run: Handler }
  | { readonly kind: 'write'; readonly run: (engine: Engine, request: Request) => Doc };

/** The name of the collection that a command is for. */
export function collectionName(request: Request): string {
  const value = request.body.get(request.name);
  if (value?.type === 'string' && value.value !== '') return value.value;
  throw new MongoError(73, `collection name has invalid type or is empty in the command ${request.name}`);
}

/** The time that a command is given. */
export function deadlineOf(request: Request): Deadline {
  const value = request.body.get('maxTimeMS');
  const ms = value === undefined ? 0 : wholeNumber('maxTimeMS', value);
  if (ms < 0) throw new MongoError(2, `${ms} value for maxTimeMS is out of range`);
  return new Deadline(ms);
}
