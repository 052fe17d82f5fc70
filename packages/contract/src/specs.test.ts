import { z } from 'zod';
import * as contract from './index.ts';
import { addressOf, CALL_SPECS, type Call, call, listDocuments, logOut, specOf } from './index.ts';

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

it('a call has the types of its schemas', () => {
  expect(addressOf(listDocuments, {}, { limit: 5, visibility: 'public' })).toContain('limit=5');
  // @ts-expect-error -- a limit is a number
  addressOf(listDocuments, {}, { limit: '5' });
  // @ts-expect-error -- no such field
  addressOf(listDocuments, {}, { color: 'red' });
  // @ts-expect-error -- it takes no query
  addressOf(logOut, {}, { limit: 5 });
});
