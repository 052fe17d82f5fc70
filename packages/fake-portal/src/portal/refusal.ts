import {
  addressOf,
  CALL_SPECS,
  type CallSpec,
  type FieldProblem,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  readApiPage,
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

/** A refusal that a handler throws; its status is the one that the call's spec names. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  readonly extras: RefusalExtras;

  constructor(code: ProblemCode, detail: string, extras: RefusalExtras = {}) {
    super(detail);
    this.code = code;
    this.extras = extras;
  }

  /** The answer to a call; throws when the contract does not let that call be refused like this. */
  answerTo({ call, problems }: CallSpec): Response {
    const status = problems?.[this.code] ?? SHARED[this.code];
    if (status === undefined) throw new Error(`${call.method} ${call.path} is never refused with ${this.code}`);
    return problem(this.code, this.message, { ...this.extras, status });
  }
}

/** 400: fields that the schema refuses. */
export function invalidFields(errors: readonly FieldProblem[]): Refusal {
  const named = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return new Refusal('validation', `Not accepted. ${named}`, { errors });
}

/** 401. */
export function notSignedIn(detail = 'Sign in to do this.'): Refusal {
  return new Refusal('not-signed-in', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** 403. */
export const forbidden = (detail = 'Your role does not allow this.') => new Refusal('forbidden', detail);

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
