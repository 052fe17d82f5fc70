import * as contract from '@cytocomm/contract';
import { CALL_SPECS, type Call, type CallSpec } from '@cytocomm/contract';
import { z } from 'zod';
import { Refusal, refusalOf } from './refusal.ts';
import type { AnsweredCall, FakePortal, FakeUser, WaitingRefusal } from './state.ts';

/** Checks one part of a request; the refusal names every field. */
function check<Value>(schema: z.ZodType<Value>, value: unknown, part: 'body' | 'query' | 'path'): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => ({ path: [part, ...path].join('.'), message }));
  const named = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new Refusal('validation', `Not accepted. ${named}`, { errors });
}

/** Returns the parts of a request that the spec of its call describes, after the checks of its schemas. */
async function readInput({ params, query = z.strictObject({}), body }: CallSpec, request: Request, pathParams: object) {
  const text = body === undefined ? '' : await request.text();
  return {
    params: params === undefined ? {} : check(params, pathParams, 'path'),
    query: check(query, Object.fromEntries(new URL(request.url).searchParams), 'query'),
    body: body === undefined ? undefined : check(body, text === '' ? undefined : JSON.parse(text), 'body'),
  };
}

/** Returns the file of a form, and its other fields. */
export async function readForm<Fields>(request: Request, fields: z.ZodType<Fields>) {
  const { file, ...texts } = Object.fromEntries(await request.formData());
  return { file: check(z.instanceof(File), file, 'body'), fields: check(fields, texts, 'body') };
}

/** A call as a handler gets it: checked. */
interface FakeCall<Params, Query, Body> {
  readonly person: FakeUser;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: Request;
  /** The headers of the answer, to be added to. */
  readonly headers: Headers;
}

/** What answers a call of the contract. A Response is returned only where the spec leaves the answer to the handler. */
type Handler<Of> =
  Of extends Call<infer Params, infer Query, infer Body, infer Reply>
    ? (call: FakeCall<Params, Query, Body>) => Promise<Reply> | Reply | Response
    : never;

/** How a domain answers calls, by the names that these have in the contract; of two that fit a request, the first one does. */
export type Answers = { readonly [Name in keyof typeof contract]?: Handler<(typeof contract)[Name]> };

/** The calls that are answered without a session. */
const FOR_VISITORS: readonly Call[] = [
  contract.requestMagicLink,
  contract.checkLink,
  contract.completeSignIn,
  contract.logOut,
  contract.logOutEverywhere,
  contract.readSignInOptions,
  contract.beginCompanySignIn,
  contract.completeCompanySignIn,
  contract.beginSecondFactor,
  contract.giveSecondFactor,
  contract.listDocuments,
  contract.readDocumentContent,
  contract.listPublicEvents,
  contract.listPressReleases,
  contract.readPressRelease,
  contract.readPicture,
  contract.stopLocalRemote,
];
const VISITOR: FakeUser = { email: '', name: '', roles: [] };

/** Handlers of any calls. */
interface AnyHandler {
  handle(call: FakeCall<unknown, unknown, unknown>): unknown;
}
type AnyHandlers = Readonly<Record<string, AnyHandler['handle'] | undefined>>;

const CALLS = new Map<string, unknown>(Object.entries(contract));

function specNamed(name: string): CallSpec {
  const spec = CALL_SPECS.find(({ call }) => call === CALLS.get(name));
  if (spec === undefined) throw new Error(`The contract has no call ${name}.`);
  return spec;
}

/** Returns the response of an answer. Throws for one that the spec's schema refuses: the server could never send it. */
function writeReply({ call, reply }: CallSpec, answer: unknown, headers: Headers): Response {
  if (reply.kind === 'json') return Response.json(reply.schema.parse(answer), { status: reply.status, headers });
  if (reply.kind === 'empty') return new Response(null, { status: reply.status, headers });
  if (answer instanceof Response) return answer;
  throw new Error(`${call.method} ${call.path} is answered by a Response of the handler`);
}

/** Returns the calls that handlers answer. */
export function answeredCalls(portal: FakePortal, handlers: Answers): readonly AnsweredCall[] {
  const answeredBy = (spec: CallSpec, handle: AnyHandler['handle']): AnsweredCall => ({
    call: spec.call,
    async answer(request, pathParams) {
      const isMeant = ({ call, params }: WaitingRefusal) =>
        call === spec.call && Object.entries(params).every(([name, value]) => pathParams[name] === value);
      const refused = portal.refusals.find(isMeant);
      portal.refusals = portal.refusals.filter((each) => each !== refused);
      if (refused !== undefined) return refused.answer;
      try {
        const person = portal.asking() ?? VISITOR;
        if (person === VISITOR && !FOR_VISITORS.includes(spec.call))
          throw new Refusal('not-signed-in', 'Sign in to do this.');
        const headers = new Headers();
        const input = await readInput(spec, request, pathParams);
        return writeReply(spec, await handle({ person, ...input, request, headers }), headers);
      } catch (error) {
        if (error instanceof Refusal) return refusalOf(spec.call, error.code, error.message, error.extras);
        throw error;
      }
    },
  });
  const all: AnyHandlers = handlers;
  return Object.entries(all).flatMap(([name, handle]) => (handle ? [answeredBy(specNamed(name), handle)] : []));
}
