import { emailSchema } from '@cytocomm/contract';
import fc from 'fast-check';
import { masked } from './log.ts';

it.each([
  ['550 5.1.1 <ada@x.example>: Recipient address rejected', '550 5.1.1 <[e-mail]>: Recipient address rejected'],
  [
    'E11000 duplicate key error collection: portal.users index: email_1 dup key: { email: "ada@x.example" }',
    'E11000 duplicate key error collection: portal.users index: email_1 dup key: { email: "[e-mail]" }',
  ],
  ['{"reason":"no ada@x.example\\nhere","n":1}', '{"reason":"no [e-mail]\\nhere","n":1}'],
  ['GET /api/users/ada%40x.example 404', 'GET /api/users/[e-mail] 404'],
  ['mongodb://ada:secret@db.example:27017/portal', 'mongodb://ada:[e-mail]:27017/portal'],
  ['to=ada@x.example,bob@x.example;', '[e-mail],[e-mail];'],
  ['to a/@x.example, b`@x.example', 'to [e-mail], [e-mail]'],
  ["o'brien@x.example and 'ada@x.example'", '[e-mail] and [e-mail]'],
])('%j', (text, shown) => {
  expect(masked(text)).toBe(shown);
});

it('leaves the stack of an error as it is', () => {
  const stack = 'Error: no\n    at f (/srv/node_modules/@cytocomm/api/src/a.ts:1:2)\n    at g (file:///srv/b.ts:3:4)';
  expect(masked(stack)).toBe(stack);
});

it('leaves no address that the portal takes, wherever it stands', () => {
  const address = fc.emailAddress().filter((email) => emailSchema.safeParse(email).success);
  fc.assert(
    fc.property(address, fc.string(), fc.string(), (email, before, after) => {
      expect(masked(JSON.stringify({ before, reason: `<${email}> "${email}" ${email}`, after }))).not.toContain(email);
    }),
  );
});

it('keeps JSON what it was', () => {
  fc.assert(
    fc.property(fc.string(), fc.emailAddress(), (text, email) => {
      expect(() => JSON.parse(masked(JSON.stringify({ text, email })))).not.toThrow();
    }),
  );
});

it('takes no longer for a long word than for many short ones', () => {
  expect(masked(`${'a'.repeat(1_000_000)}@`).length).toBe(1_000_001);
  expect(masked(`${'a@'.repeat(500_000)}b`)).toBe('[e-mail]');
});
