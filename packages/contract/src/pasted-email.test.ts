import { pastedEmail, pastedMailbox } from './pasted-email.ts';
import { emailSchema } from './text.ts';

test.each([
  ...['ada@x.example', ' Ada@X.example ', '\u200bada@x.example', 'ada@x.example\ufeff', 'ad\u00ada\u2060@x.example'],
  ...['mailto:ada@x.example', 'mailto:ada@x.example?subject=Hello', 'MAILTO: ada@x.example'],
  ...[
    'Ada <ada@x.example>',
    'Lovelace, Ada <ada@x.example>;',
    '"Lovelace, Ada" <mailto:ada@x.example>',
    '<ada@x.example>',
  ],
  ...[
    'ada @ x.example',
    '\u00a0ada@x.example\u00a0',
    'ada@x.example,',
    'ada@x.example.',
    "'ada@x.example'",
    '\u202aada@x.example\u202c',
  ],
])('%j is ada@x.example', (pasted) => {
  expect(pastedEmail(pasted)).toBe('ada@x.example');
});

test.each([
  'ada@x.example, bob@x.example',
  'ada@x.example bob@x.example',
  'bob@x.example <ada@x.example>',
  'ada',
  '',
  '@',
  'ada@x.example\nBcc: bob@x.example',
])('%j is not one address', (pasted) => {
  expect(emailSchema.safeParse(pastedEmail(pasted)).success).toBe(false);
});

test('the name before an address is that of its owner', () => {
  const names = [
    'Ada Lovelace <ada@x.example>',
    '"Lovelace, Ada" <ada@x.example>',
    'ada@x.example <ada@x.example>',
    'ada@x.example',
  ];
  expect(names.map((text) => pastedMailbox(text).name)).toEqual(['Ada Lovelace', 'Lovelace, Ada', '', '']);
});

test('what is an address already stays the same', () => {
  for (const email of ["'ada'@x.example", 'a?b=c@x.example', 'a/b@x.example']) expect(pastedEmail(email)).toBe(email);
});

test('a long line of rubbish is looked at at once', () => {
  const startedAt = performance.now();
  for (const rubbish of [
    ' '.repeat(60_000),
    '<'.repeat(60_000),
    `${'a '.repeat(30_000)}<`,
    '?a='.repeat(20_000),
    '" '.repeat(30_000),
  ])
    pastedEmail(`x${rubbish}x`);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
