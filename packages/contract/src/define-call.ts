import type { z } from 'zod';
import { MAX_DOWNLOADS_OF_CLIENT } from './bounds.ts';
import type { Call, CallMethod, Nothing } from './call.ts';
import type { ProblemCode } from './problem.ts';

/** The body of a successful answer. */
export type CallReply<Body = unknown> =
  | { readonly kind: 'json'; readonly status: number; readonly schema: z.ZodType<Body>; readonly description: string }
  | { readonly kind: 'empty'; readonly status: 202 | 204; readonly description: string }
  | {
      readonly kind: 'written';
      readonly status: number;
      readonly contentTypes: readonly string[];
      readonly description: string;
    };

/** JSON of this shape. */
export function json<Body>(schema: z.ZodType<Body>, status = 200): CallReply<Body> {
  return { kind: 'json', status, schema, description: 'Done' };
}

/** 204 without a body. */
export const empty: CallReply<void> = { kind: 'empty', status: 204, description: 'Done' };

/** 202 without a body: taken, and worked off later or for what it is worth. */
export const accepted: CallReply<void> = { kind: 'empty', status: 202, description: 'Accepted' };

/** Anything else, which the handler writes itself: a stream, a file, a feed, a redirect. */
export function written(contentTypes: readonly string[], description = 'Done', status = 200): CallReply<void> {
  return { kind: 'written', status, contentTypes, description };
}

/** The description of every file for a spreadsheet. */
export const CSV_DESCRIPTION =
  'UTF-8 with a byte order mark, comma separated, with a line of names first. It contains every matching record. If reading fails partway, the connection is dropped, so that a truncated file never passes for a complete one. A text that a spreadsheet would take for a formula begins with an apostrophe. Audited.';

/** A file for a spreadsheet. */
export const csvFile = written(['text/csv'], 'The file');

/** What a call takes and how it is answered; the server's checks, OpenAPI and the docs all come from it. */
interface SpecDetails {
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodType;
  /** Without one, any query is refused. */
  readonly query?: z.ZodType;
  /**
   * Its address is shared: people, feed readers, calendars and mailboxes open it. What others append to the query, as networks and
   * newsletters do, is ignored.
   */
  readonly isHandedOut?: true;
  /** A JSON body. Without one, the body is left unread for the handler: an upload, a plain form. */
  readonly body?: z.ZodType;
  /** The longest body in bytes; 64 KiB by default. */
  readonly maxBodyBytes?: number;
  /** For the docs only: the fields of a form that the handler reads. */
  readonly form?: z.ZodType;
  /** Request headers worth knowing, for the docs. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly reply: CallReply;
  /** Errors specific to this call; those that every call shares are added. */
  readonly problems?: Readonly<Partial<Record<ProblemCode, number>>>;
}

/** A call with its schemas and its documentation. */
export interface CallSpec extends SpecDetails {
  readonly call: Call;
  /** The domain that the call belongs to. */
  readonly tag: string;
}

/** A call as its domain defines it; the constant that browsers get is made from it. */
export interface CallDefinition<Params = unknown, Query = unknown, Body = unknown, Reply = unknown>
  extends SpecDetails,
    Call<Params, Query, Body, Reply> {
  readonly tag: string;
}

/** The schemas of a call, which give its types. */
interface CallSchemas<Params, Query, Body, Reply> {
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** The type of a body that the handler reads itself, since it may be a form or missing. */
  readonly ownBody?: z.ZodType<Body>;
  readonly reply: CallReply<Reply>;
}

/** Defines a call; its types are those of the schemas. */
type DefineCall = <Params = Nothing, Query = Nothing, Body = undefined, Reply = void>(
  method: CallMethod,
  path: string,
  details: SpecDetails & CallSchemas<Params, Query, Body, Reply>,
) => CallDefinition<Params, Query, Body, Reply>;

/** Returns the function that defines the calls of one domain. */
export function callsOf(tag: string): DefineCall {
  return (method, path, details) => ({ method, path, tag, ...details });
}

/** The answer to a form of a page without scripts. */
export const formReply = written(
  [],
  'Leads back to the page; 307 for a rejected form of a visitor, with the input',
  303,
);

/** The header of calls that make a record. */
export const KEY_HEADER = {
  'Idempotency-Key': 'retries with the same key within a week create the record only once',
} as const;

/** How a call with this header may be refused. */
export const KEY_PROBLEMS = { 'idempotency-mismatch': 422, conflict: 409 } as const;

/** How an upload of a PDF may be refused. */
export const UPLOAD_PROBLEMS = { 'request-timeout': 408, 'too-large': 413, 'unsupported-media-type': 415 } as const;

/** What the calls that send a PDF have in common. */
export const CONTENT_CALL = {
  description: `A client has up to ${MAX_DOWNLOADS_OF_CLIENT} of these calls under way at once, fewer while others have most of what a process sends. One is ended after 30 s without reading.`,
  headers: {
    Range: 'bytes=0-1023: a part, answered with 206; several parts are possible',
    'If-Range': 'the ETag of the parts that exist already; if the file changed, the whole file is sent',
    'If-Match': 'the ETag of the file that you expect; any other fails with 412',
    'If-None-Match': 'the ETag of the file that you have, answered with 304; people who have not opened it are sent it',
  },
  isHandedOut: true,
  reply: written(['application/pdf'], 'The file: 200, parts of it: 206, unchanged: 304'),
  problems: {
    'not-found': 404,
    'precondition-failed': 412,
    'range-not-satisfiable': 416,
    'rate-limited': 429,
    busy: 503,
  },
} as const;
