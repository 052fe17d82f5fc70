import { type Call, type CallSpec, specOf } from '@cytocomm/contract';
import { z } from 'zod';
import { type Access, judgedAs } from './access.ts';
import { invalidFields, Refusal } from './refusal.ts';
import type { AnsweredCall, FakePortal, FakeUser } from './state.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Checks one part of a request; the refusal names every field. */
function check<Value>(schema: z.ZodType<Value>, value: unknown, part: 'body' | 'query' | 'path'): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidFields(
    result.error.issues.flatMap((issue) => {
      const path = [part, ...issue.path.map(String)];
      if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }];
      return issue.keys.map((name) => ({ path: [...path, name].join('.'), message: 'is not known here' }));
    }),
  );
}

/** A field that stands there twice is a list. */
function queryOf(request: Request): Record<string, unknown> {
  const fields = new URL(request.url).searchParams;
  const fieldOf = (name: string) => (fields.getAll(name).length > 1 ? fields.getAll(name) : fields.get(name));
  return Object.fromEntries([...fields.keys()].map((name) => [name, fieldOf(name)]));
}

async function jsonOf(request: Request, maxBytes: number): Promise<unknown> {
  const text = await request.text();
  if (text === '') return undefined;
  if (!/^application\/json(?:;|$)/.test(request.headers.get('content-type') ?? ''))
    throw new Refusal('unsupported-media-type', 'Send the body as application/json.');
  if (new TextEncoder().encode(text).length > maxBytes)
    throw new Refusal('too-large', 'The body is longer than this call accepts.');
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body;
  } catch {}
  throw new Refusal('bad-json', 'The body is not valid JSON.');
}

/** Of a call without a query. */
const NO_QUERY = z.strictObject({});

/** Returns the schema of a call's query; of an address that goes around it ignores unknown fields. */
function querySchemaOf({ query = NO_QUERY, isHandedOut }: CallSpec): z.ZodType {
  return isHandedOut && query instanceof z.ZodObject ? query.strip() : query;
}

/** Returns the parts of a request that the spec of its call describes, after the checks of its schemas. */
async function readInput(spec: CallSpec, request: Request, pathParams: object) {
  const params = spec.params === undefined ? {} : check(spec.params, pathParams, 'path');
  const values = queryOf(request);
  const query = check(querySchemaOf(spec), values, 'query');
  if (spec.body === undefined) return { params, query, body: undefined };
  const body = check(spec.body, await jsonOf(request, spec.maxBodyBytes ?? MAX_BODY_BYTES), 'body');
  return { params, query, body };
}

const MEGABYTE = 1024 * 1024;

/** Returns the fields of a form with files. Throws 415 for any other body. */
export async function readForm(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data'))
    throw new Refusal('unsupported-media-type', 'Send the file as multipart/form-data.');
  return Object.fromEntries(await request.formData());
}

/** Returns a field that holds a file. Throws for none, an empty one, and `tooLarge` for one over `maxBytes`. */
export function requireFile(file: unknown, maxBytes: number, tooLarge: Refusal): File {
  if (!(file instanceof File)) throw invalidFields([{ path: 'body.file', message: 'choose a file' }]);
  if (file.size > maxBytes) throw tooLarge;
  if (file.size === 0) throw invalidFields([{ path: 'body.file', message: 'the file is empty' }]);
  return file;
}

/** Returns the PDF of a form, with its other fields. Throws as the service does. */
export async function readPdfForm<Fields>(
  portal: FakePortal,
  request: Request,
  fields: z.ZodType<Fields>,
): Promise<{ readonly file: File; readonly text: string; readonly fields: Fields }> {
  const { file: sent, ...texts } = await readForm(request);
  const checked = check(fields, texts, 'body');
  const { maxUploadBytes } = portal.data;
  const megabytes = Math.round((maxUploadBytes / MEGABYTE) * 100) / 100;
  const file = requireFile(sent, maxUploadBytes, new Refusal('too-large', `The file is larger than ${megabytes} MB.`));
  const text = await file.text();
  if (!text.startsWith('%PDF-'))
    throw new Refusal('unsupported-media-type', 'Only PDF files are accepted, and this is not one.');
  return { file, text, fields: checked };
}

/** A call as a handler gets it: admitted and checked. */
interface FakeCall<Who extends FakeUser | null, Params, Query, Body> {
  readonly person: Who;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: Request;
  /** The headers of the answer, to be added to. */
  readonly headers: Headers;
}

/** Adds a call of the contract to the fake. A Response is returned only where the spec leaves the answer to the handler. */
export type Answer = <Who extends FakeUser | null, Params, Query, Body, Reply>(
  call: Call<Params, Query, Body, Reply>,
  access: Access<Who>,
  handle: (
    call: FakeCall<Who, NoInfer<Params>, NoInfer<Query>, NoInfer<Body>>,
  ) => Promise<NoInfer<Reply>> | NoInfer<Reply> | Response,
) => void;

interface Line {
  readonly spec: CallSpec;
  readonly access: Access;
  handle(call: FakeCall<FakeUser | null, unknown, unknown, unknown>): unknown;
}

/** Returns the response of an answer. Throws for one that the spec's schema refuses: the server could never send it. */
function writeReply({ call, reply }: CallSpec, answer: unknown, headers: Headers): Response {
  if (reply.kind === 'json') return Response.json(reply.schema.parse(answer), { status: reply.status, headers });
  if (reply.kind === 'empty') return new Response(null, { status: reply.status, headers });
  if (answer instanceof Response) return answer;
  throw new Error(`${call.method} ${call.path} is answered by a Response of the handler`);
}

function answeredBy({ spec, access, handle }: Line, portal: FakePortal): AnsweredCall['answer'] {
  return async (request, pathParams) => {
    try {
      const person = access.admit(judgedAs(access, portal, request));
      const headers = new Headers();
      const input = await readInput(spec, request, pathParams);
      return writeReply(spec, await handle({ person, ...input, request, headers }), headers);
    } catch (error) {
      if (error instanceof Refusal) return error.answerTo(spec);
      throw error;
    }
  };
}

/** Returns an empty table of the calls that a fake portal answers. */
export function answerTable(portal: FakePortal) {
  const calls: AnsweredCall[] = [];
  const add = (line: Line) => calls.push({ call: line.spec.call, answer: answeredBy(line, portal) });
  const answer: Answer = (call, access, handle) => add({ spec: specOf(call), access, handle });
  return { calls, answer };
}
