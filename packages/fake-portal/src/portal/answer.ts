import { type Call, type CallSpec, specOf } from '@cytocomm/contract';
import { type Access, judgedAs } from './access.ts';
import { readInput } from './input.ts';
import { Refusal } from './refusal.ts';
import type { AnsweredCall, FakePortal, FakeUser } from './state.ts';

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
