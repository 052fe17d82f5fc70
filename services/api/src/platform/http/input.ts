import type { CallSpec, FieldProblem } from '@cytocomm/contract';
import type { Request, RequestHandler, Response } from 'express';
import express from 'express';
import { z } from 'zod';
import { ApiError, invalidFields } from '../calls/problem.ts';

const FIRST_YEAR = 1000;
const LAST_YEAR = 9999;

/** Returns the time of an ISO date. Throws 400 for a UTC year without four digits, which feeds and calendars cannot hold. */
export function momentOf(date: string, field: string): Date {
  const moment = new Date(date);
  const year = moment.getUTCFullYear();
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) {
    throw invalidFields([{ path: `body.${field}`, message: `a year from ${FIRST_YEAR} to ${LAST_YEAR}` }]);
  }
  return moment;
}

const MAX_BODY_BYTES = 64 * 1024;

/** Refuses `__proto__`: JSON.parse makes it an own field, a later copy could set a prototype. */
function refusePrototype(body: unknown): void {
  // No recursion: a body can be nested deeper than the stack.
  const pending: unknown[] = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__'))
      throw invalidFields([{ path: 'body', message: 'the field __proto__ is not accepted' }]);
    pending.push(...Object.values(value));
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

/** How many invalid fields an answer names: a body may hold thousands. */
const MAX_NAMED = 20;

/** Returns what is said of an issue: an unknown field is named by the path, as one with a wrong value is. */
function problemsOf(issue: z.core.$ZodIssue, part: string): readonly FieldProblem[] {
  const path = [part, ...issue.path.map(String)];
  if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }];
  return issue.keys.map((name) => ({ path: [...path, name].join('.'), message: 'is not known here' }));
}

/** Returns the checked part of a request. Throws 400 with the invalid fields, at most `MAX_NAMED` of them. */
export function check(schema: z.ZodType, value: unknown, part: 'body' | 'query' | 'path'): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidFields(result.error.issues.flatMap((issue) => problemsOf(issue, part)).slice(0, MAX_NAMED));
}

/** Of a call without a query. */
const NO_QUERY = z.strictObject({});

/** Returns the schema of a call's query; of an address that goes around it ignores unknown fields. */
function querySchemaOf({ query = NO_QUERY, isHandedOut }: CallSpec): z.ZodType {
  return isHandedOut && query instanceof z.ZodObject ? query.strip() : query;
}

/** Returns the checked parts of a request; `onBody` is called when the body is there, before it is checked. */
export async function readInput(spec: CallSpec, req: Request, res: Response, onBody: () => Promise<void>) {
  const params = spec.params === undefined ? {} : check(spec.params, req.params, 'path');
  const query = check(querySchemaOf(spec), req.query, 'query');
  if (spec.body === undefined) return { params, query, body: undefined };
  await readJson(req, res, spec.maxBodyBytes);
  await onBody();
  return { params, query, body: check(spec.body, req.body, 'body') };
}
