import type { z } from 'zod';
import type { ProblemCode } from '../api/problem.ts';
import type { Call, Nothing } from '../calls/call.ts';

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

/** What is said of every file for a spreadsheet. */
export const CSV_DESCRIPTION =
  'UTF-8 with a byte order mark, comma separated, with a line of names first. All that is asked for stands in it, however much that is: where its end cannot be read the connection breaks, so that no shorter file passes for the whole. A text that a spreadsheet would take for a formula begins with an apostrophe. Audited.';

/** A file for a spreadsheet. */
export const csvFile = written(['text/csv'], 'The file');

/** What is said of a list whose search reads a bounded number of records. */
export const SEARCH_DESCRIPTION = 'A page of a search may hold fewer than the limit, or none, and lead to more.';

interface SpecDetails {
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodType;
  /** Without one, any query is refused. */
  readonly query?: z.ZodType;
  /**
   * Its address goes around: people, feed readers, calendars and mailboxes open it. What others append to the query, as networks and
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
  /** The refusals of its own; those that every call shares are added. */
  readonly problems?: Readonly<Partial<Record<ProblemCode, number>>>;
}

/** What a call takes and how it is answered; the server's checks, OpenAPI and the docs all come from it. */
export interface CallSpec extends SpecDetails {
  readonly call: Call;
  /** The domain that the call belongs to. */
  readonly tag: string;
}

/** A schema of exactly this type; none where the call has nothing there, and at will where it may be missing: the handler reads it. */
type Bound<Name extends string, Value, None> = [Value] extends [None]
  ? { readonly [Key in Name]?: never }
  : undefined extends Value
    ? { readonly [Key in Name]?: z.ZodType<Value> }
    : { readonly [Key in Name]: z.ZodType<Value> };

type Binding<Params, Query, Body, Reply> = Bound<'params', Params, Nothing> &
  Bound<'query', Query, Nothing> &
  Bound<'body', Body, undefined> & { readonly reply: CallReply<Reply> };

/** Binds schemas to a call; they must give the types that the call names. */
export type BindSpec = <Params, Query, Body, Reply>(
  call: Call<Params, Query, Body, Reply>,
  details: SpecDetails & Binding<NoInfer<Params>, NoInfer<Query>, NoInfer<Body>, NoInfer<Reply>>,
) => CallSpec;

/** Returns what binds schemas to the calls of one domain. */
export function specsOf(tag: string): BindSpec {
  return (call, details) => ({ call, tag, ...details });
}
