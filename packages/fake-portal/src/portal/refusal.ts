import {
  addressOf,
  CALL_SPECS,
  type Call,
  type FieldProblem,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  readApiPage,
  specOf,
} from '@cytocomm/contract';

/** The statuses of the refusals that calls share; those of their own stand in their specs. */
const SHARED: Readonly<Partial<Record<ProblemCode, number>>> = {
  'bad-json': 400,
  validation: 400,
  'not-signed-in': 401,
  forbidden: 403,
  'foreign-origin': 403,
  preview: 403,
  'too-large': 413,
  'unsupported-media-type': 415,
  internal: 500,
  'database-unavailable': 503,
};

/** What a refusal may carry besides its code and detail. */
export interface RefusalExtras {
  /** By default the one that the code has in the contract. */
  readonly status?: number;
  readonly errors?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a handler throws in place of an answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  readonly extras: RefusalExtras;

  constructor(code: ProblemCode, detail: string, extras: RefusalExtras = {}) {
    super(detail);
    this.code = code;
    this.extras = extras;
  }
}

/** Returns an error of the API as the server writes it, for a test that puts one in the place of an answer. */
export function problem(code: ProblemCode, detail: string = PROBLEMS[code], extras: RefusalExtras = {}): Response {
  const ofSpec = CALL_SPECS.find(({ problems }) => problems?.[code] !== undefined)?.problems?.[code];
  const status = extras.status ?? SHARED[code] ?? ofSpec ?? 400;
  const body: Problem = {
    type: `${addressOf(readApiPage)}#problem-${code}`,
    title: PROBLEMS[code],
    status,
    detail,
    code,
    requestId: 'fake-request',
    ...(extras.errors && { errors: [...extras.errors] }),
  };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json', ...extras.headers } });
}

/** Returns the refusal of a call. Throws when the contract does not let that call be refused like this. */
export function refusalOf(call: Call, code: ProblemCode, detail?: string, extras: RefusalExtras = {}): Response {
  const status = specOf(call).problems?.[code] ?? SHARED[code];
  if (status === undefined) throw new Error(`${call.method} ${call.path} is never refused with ${code}`);
  return problem(code, detail, { ...extras, status });
}
