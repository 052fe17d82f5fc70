import { createHash } from 'node:crypto';
import { z } from 'zod';
import { API_VERSION, CALL_SPECS } from './index.ts';

const shapeOf = (schema: z.ZodType | undefined) =>
  schema === undefined ? null : z.toJSONSchema(schema, { io: 'input' });

/** What a program that calls the API depends on: each call with what it takes and how it answers. */
const calls = CALL_SPECS.map(({ call: { method, path }, params, query, body, reply }) => ({
  call: `${method} ${path}`,
  takes: [params, query, body].map(shapeOf),
  answers: reply.kind === 'json' ? [reply.status, shapeOf(reply.schema)] : reply,
})).toSorted((a, b) => (a.call < b.call ? -1 : 1));

it('the version is raised with the calls: both stand here, and change together', () => {
  const shapes = createHash('sha256').update(JSON.stringify(calls)).digest('hex').slice(0, 16);
  expect({ version: API_VERSION, shapes }).toEqual({ version: '1.8.0', shapes: 'e9d29b9dedc0209f' });
});
