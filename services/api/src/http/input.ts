import type { CallSpec, FieldProblem } from '@cytocomm/contract';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { ApiError, invalidFields } from './problem.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Refuses `__proto__`: JSON.parse makes it an own field, a later copy could set a prototype. */
function refusePrototype(body: unknown): void {
  // No recursion: a body can be nested deeper than the stack.
  const left: unknown[] = [body];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__'))
      throw invalidFields([{ path: 'body', message: 'the field __proto__ is not accepted' }]);
    left.push(...Object.values(value));
  }
}

/** Refuses other charsets: a filter in front of this service would read another body. */
function refuseOtherCharset(_req: unknown, _res: unknown, _body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new ApiError(415, 'unsupported-media-type', 'Send the JSON in UTF-8.');
}

const parsers = new Map<number, RequestHandler>();

function parserFor(limit: number): RequestHandler {
  const cached = parsers.get(limit);
  if (cached !== undefined) return cached;
  const parser = express.json({ limit, strict: true, verify: refuseOtherCharset });
  parsers.set(limit, parser);
  return parser;
}

/** Reads a JSON body into `req.body`, by default up to 64 KB. Throws 415 for another content type or charset. */
export async function readJson(req: Request, res: Response, limit = MAX_BODY_BYTES): Promise<void> {
  const bodiless = req.headers['transfer-encoding'] === undefined && (req.headers['content-length'] ?? '0') === '0';
  if (!bodiless && !req.is('application/json')) {
    throw new ApiError(415, 'unsupported-media-type', 'Send the body as application/json.');
  }
  await new Promise<void>((resolve, reject) => {
    parserFor(limit)(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  refusePrototype(req.body);
}

/** Returns the checked part of a request. Throws 400 with all invalid fields. */
export function check(schema: z.ZodType, value: unknown, part: 'body' | 'query' | 'path'): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors: FieldProblem[] = result.error.issues.map((issue) => ({
    path: [part, ...issue.path.map(String)].join('.'),
    message: issue.message,
  }));
  throw invalidFields(errors);
}

function refuseUnknownQuery(query: Readonly<Record<string, unknown>>): Record<string, never> {
  const unknown = Object.keys(query);
  if (unknown.length > 0)
    throw invalidFields(unknown.map((name) => ({ path: `query.${name}`, message: 'is not known here' })));
  return {};
}

/** Returns the checked parts of a request. */
export async function readInput(spec: CallSpec, req: Request, res: Response) {
  const params = spec.params === undefined ? {} : check(spec.params, req.params, 'path');
  const query = spec.query === undefined ? refuseUnknownQuery(req.query) : check(spec.query, req.query, 'query');
  if (spec.body === undefined) return { params, query, body: undefined };
  await readJson(req, res, spec.maxBodyBytes);
  return { params, query, body: check(spec.body, req.body, 'body') };
}
