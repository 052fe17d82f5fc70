import { PROBLEMS, type ProblemCode } from '@cytocomm/contract';
import { HttpResponse } from 'msw';
import type { z } from 'zod';

const statusOf: Partial<Record<ProblemCode, number>> = {
  'already-exists': 409,
  conflict: 409,
  'last-admin': 409,
  'not-signed-in': 401,
  'invalid-link': 401,
  forbidden: 403,
  'not-found': 404,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  'idempotency-mismatch': 422,
  'rate-limited': 429,
  internal: 500,
  busy: 503,
  'database-unavailable': 503,
};

/** An answer of the API. A body that the contract's schema refuses throws: the fake must not drift from the server. */
export function reply<Schema extends z.ZodType>(
  schema: Schema,
  body: z.input<Schema>,
  init: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json(schema.parse(body), { status: init.status ?? 200, headers: init.headers ?? {} });
}

/** 204. */
export const noContent = (): Response => new HttpResponse(null, { status: 204 });

/** An error of the API, as the server words it. */
export function problem(
  code: ProblemCode,
  detail: string = PROBLEMS[code],
  extra: { status?: number; errors?: { path: string; message: string }[]; headers?: Record<string, string> } = {},
): Response {
  const status = extra.status ?? statusOf[code] ?? 400;
  const body = {
    type: `/api/docs#${code}`,
    title: PROBLEMS[code],
    status,
    detail,
    code,
    requestId: 'fake-request',
    ...(extra.errors && { errors: extra.errors }),
  };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json', ...extra.headers } });
}

/** The body of a request after the contract's check, or the answer that refuses it. */
export async function readBody<Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
): Promise<{ body: z.output<Schema>; refusal?: never } | { refusal: Response; body?: never }> {
  const result = schema.safeParse(await request.json().catch(() => undefined));
  if (result.success) return { body: result.data };
  const errors = result.error.issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message }));
  return { refusal: problem('validation', 'Some fields are not valid.', { errors }) };
}
