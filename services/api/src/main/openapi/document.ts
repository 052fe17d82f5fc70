import {
  API_VERSION,
  type Call,
  type CallReply,
  type CallSpec,
  mintIdToken,
  PROBLEMS,
  type ProblemCode,
  problemSchema,
} from '@cytocomm/contract';
import { z } from 'zod';
import type { Route } from '../../platform/http/route.ts';

/** A JSON Schema of OpenAPI 3.1. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** Collects named schemas, each once. */
interface SchemaBook {
  /** Returns the schema of a request (`input`) or reply (`output`). */
  of(schema: z.ZodType, side: 'input' | 'output'): JsonSchema;
  readonly named: ReadonlyMap<string, JsonSchema>;
}

function pointed(schema: unknown): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

/** Returns an empty collection. */
export function createSchemaBook(): SchemaBook {
  const named = new Map<string, JsonSchema>();
  return {
    named,
    of: (schema, side) => {
      const { $schema: _dialect, $defs = {}, ...root } = z.toJSONSchema(schema, { io: side, unrepresentable: 'any' });
      for (const [name, definition] of Object.entries($defs)) {
        const added = pointed(definition);
        const existing = named.get(name);
        if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(added)) {
          throw new Error(`Two schemas of the contract are named ${name}.`);
        }
        named.set(name, added);
      }
      return pointed(root);
    },
  };
}

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

/** Returns the problems of all routes. */
function sharedProblems(route: Route): Partial<Record<ProblemCode, number>> {
  const { access, spec } = route;
  const isIdentified = access.credentials !== 'none' && access.credentials !== 'known';
  const takesInput = spec.params !== undefined || spec.query !== undefined || spec.body !== undefined;
  return {
    ...(takesInput ? { validation: 400 } : {}),
    ...(spec.body === undefined ? {} : { 'bad-json': 400, 'too-large': 413, 'unsupported-media-type': 415 }),
    ...(isIdentified && !access.says.startsWith('everybody') ? { 'not-signed-in': 401 } : {}),
    ...(access.credentials === 'own-origin' ? { 'foreign-origin': 403 } : {}),
    ...(isIdentified && access.credentials === 'usual' && /admin|investor|customer|developer/.test(access.says)
      ? { forbidden: 403 }
      : {}),
    ...(isIdentified && access.credentials === 'usual' && !access.says.startsWith('everybody')
      ? { 'passkey-needed': 403 }
      : {}),
    ...(isIdentified && access.ignoresPreview !== true && spec.call.method !== 'GET' ? { preview: 403 } : {}),
    ...(access.withoutDatabase === true ? {} : { 'database-unavailable': 503 }),
  };
}

/** Returns all problems of a route: its own and the shared ones. */
export function problemsOf(route: Route): readonly (readonly [ProblemCode, number])[] {
  const all: Partial<Record<string, number>> = { ...sharedProblems(route), ...route.spec.problems };
  const codes = Object.keys(PROBLEMS).filter((code): code is ProblemCode => all[code] !== undefined);
  return codes.map((code) => [code, all[code] ?? 500] as const).sort(([, a], [, b]) => a - b);
}

function securityOf({ access: { credentials, says }, spec }: Route): readonly JsonSchema[] {
  if (credentials === 'none' || says.startsWith('everybody')) return [];
  const cookie = credentials === 'own-origin' || spec.call.method === 'GET';
  return cookie ? [{ session: [] }, { idToken: [] }] : [{ idToken: [] }];
}

/** Returns the fields of a parameter schema. */
function fieldsOf(schema: JsonSchema, book: SchemaBook) {
  const reference = schema.$ref;
  const name = typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
  return objectSchema.parse(name === undefined ? schema : book.named.get(name));
}

function parametersOf(spec: CallSpec, book: SchemaBook): readonly JsonSchema[] {
  const list = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
    if (schema === undefined) return [];
    const { properties, required } = fieldsOf(book.of(schema, 'input'), book);
    return Object.entries(properties).map(([name, { description, ...field }]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: field,
    }));
  };
  const headers = Object.entries(spec.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
  return [...list(spec.params, 'path'), ...list(spec.query, 'query'), ...headers];
}

function bodyOf(spec: CallSpec, book: SchemaBook): JsonSchema {
  const schema = spec.body ?? spec.form;
  if (schema === undefined) return {};
  const type = spec.body === undefined ? 'multipart/form-data' : 'application/json';
  return { requestBody: { required: true, content: { [type]: { schema: book.of(schema, 'input') } } } };
}

function replyOf(reply: CallReply, book: SchemaBook): JsonSchema {
  switch (reply.kind) {
    case 'json':
      return {
        description: reply.description,
        content: { 'application/json': { schema: book.of(reply.schema, 'output') } },
      };
    case 'written':
      return {
        description: reply.description,
        content: Object.fromEntries(reply.contentTypes.map((type) => [type, {}])),
      };
    case 'empty':
      return { description: reply.description };
  }
}

function responsesOf(route: Route, book: SchemaBook): JsonSchema {
  const byStatus = new Map<number, string[]>();
  for (const [code, status] of problemsOf(route)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${PROBLEMS[code]}`]);
  }
  const refusals = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.join('. '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  return { [String(route.spec.reply.status)]: replyOf(route.spec.reply, book), ...Object.fromEntries(refusals) };
}

/** Returns the path of a call in OpenAPI's notation. */
export function openApiPath({ path }: Call): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

/** Returns the OpenAPI document of the routes. */
export function openApiDocument(routes: readonly Route[], publicUrl: string, cookie: string): OpenApiDocument {
  const book = createSchemaBook();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const { spec, access } = route;
    const path = openApiPath(spec.call);
    const method = spec.call.method.toLowerCase();
    paths[path] = {
      ...paths[path],
      [method]: {
        operationId: `${method}${path.replace(/[^a-z0-9]+/gi, '-').replace(/-$/, '')}`,
        tags: [spec.tag],
        summary: spec.summary,
        description: [spec.description, `Who: ${access.says}.`].filter((part) => part !== undefined).join('\n\n'),
        security: securityOf(route),
        parameters: parametersOf(spec, book),
        ...bodyOf(spec, book),
        responses: responsesOf(route, book),
      },
    };
  }
  book.of(problemSchema, 'output');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cytocomm portal',
      version: API_VERSION,
      description:
        'The API of the Cytocomm portal. Errors are RFC 9457 problem details with a stable `code`. With the header ' +
        '`Preview-As: investor` (or another role) an admin reads as somebody with that role alone would, and changes nothing.',
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(routes.map(({ spec }) => spec.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries([...book.named].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          // biome-ignore lint/plugin: prose about a group of calls.
          description: 'Reading, and the calls of /api/auth from the portal itself.',
        },
        idToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `From ${mintIdToken.method} ${mintIdToken.path}, 5 minutes.`,
        },
      },
    },
  };
}
