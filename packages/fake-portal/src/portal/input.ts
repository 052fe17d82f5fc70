import type { CallSpec } from '@cytocomm/contract';
import { z } from 'zod';
import { invalidFields, Refusal } from './refusal.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Checks one part of a request; the refusal names every field. */
export function check<Value>(schema: z.ZodType<Value>, value: unknown, part: 'body' | 'query' | 'path'): Value {
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
export async function readInput(spec: CallSpec, request: Request, pathParams: object) {
  const params = spec.params === undefined ? {} : check(spec.params, pathParams, 'path');
  const values = queryOf(request);
  const query = check(querySchemaOf(spec), values, 'query');
  if (spec.body === undefined) return { params, query, body: undefined };
  const body = check(spec.body, await jsonOf(request, spec.maxBodyBytes ?? MAX_BODY_BYTES), 'body');
  return { params, query, body };
}
