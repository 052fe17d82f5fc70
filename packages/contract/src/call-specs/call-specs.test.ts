import { z } from 'zod';
import * as contract from '../index.ts';
import {
  CALL_SPECS,
  type Call,
  call,
  documentPageSchema,
  listDocuments,
  logOut,
  pageQuerySchema,
  specOf,
} from '../index.ts';
import { empty, json, specsOf } from './spec.ts';

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

const exported = Object.values<unknown>(contract).filter(isCall);
const nameOf = ({ method, path }: Call) => `${method} ${path}`;
const objectSchema = z.object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()) });

it('every call has one spec, and every spec is of a call', () => {
  expect(exported.length).toBeGreaterThan(60);
  expect(CALL_SPECS.map((spec) => nameOf(spec.call)).toSorted()).toEqual(exported.map(nameOf).toSorted());
  for (const one of exported) expect(specOf(one).call).toBe(one);
});

it('no two calls have the same method and address', () => {
  // Parameters of another name are the same address: /api/users/:id and /api/users/:email.
  const addresses = exported.map((one) => nameOf(one).replace(/:\w+/g, ':'));
  expect(addresses.filter((address, place) => addresses.indexOf(address) !== place)).toEqual([]);
});

it.each(CALL_SPECS.map((spec) => [nameOf(spec.call), spec] as const))(
  '%s: the parameters of the address are those of the schema',
  (_, { call: { path }, params }) => {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    if (params === undefined) expect(named).toEqual([]);
    else {
      const { properties, required } = objectSchema.parse(z.toJSONSchema(params, { io: 'input' }));
      expect(Object.keys(properties).toSorted()).toEqual(named.toSorted());
      expect(required.toSorted()).toEqual(named.toSorted());
    }
  },
);

it('a call that is not of the contract has no spec', () => {
  expect(() => specOf(call('GET', '/api/documents'))).toThrow('GET /api/documents has no spec');
});

it('the type checker holds the schemas to the types of the call', () => {
  const spec = specsOf('test');
  const summary = '';
  const reply = json(documentPageSchema);
  expect(spec(listDocuments, { summary, query: pageQuerySchema, reply })).toMatchObject({ tag: 'test' });
  // @ts-expect-error -- the query has no schema
  spec(listDocuments, { summary, reply });
  // @ts-expect-error -- another query
  spec(listDocuments, { summary, query: z.strictObject({ limit: z.string() }), reply });
  // @ts-expect-error -- no body is taken
  spec(listDocuments, { summary, query: pageQuerySchema, body: z.string(), reply });
  // @ts-expect-error -- another answer
  spec(listDocuments, { summary, query: pageQuerySchema, reply: json(z.object({ items: z.array(z.string()) })) });
  // @ts-expect-error -- no answer
  spec(listDocuments, { summary, query: pageQuerySchema, reply: empty });
  // @ts-expect-error -- an answer where there is none
  spec(logOut, { summary, reply });
});
