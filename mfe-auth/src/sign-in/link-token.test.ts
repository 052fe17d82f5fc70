import { emailInToken, tokenOf } from './use-sign-in.ts';

const TOKEN = `eyJhbGciOiJIUzI1NiJ9.${btoa(JSON.stringify({ destination: 'ada@lab.example' }))}.a_b-c`.replaceAll(
  '=',
  '',
);

it.each([
  [`#token=${TOKEN}`, ''],
  [`#token%3D${TOKEN}`, ''],
  [`#token=3D${TOKEN}`, ''],
  [`#token=${TOKEN}&utm_source=mail`, ''],
  [`#token=${TOKEN}?utm_source=mail`, ''],
  [`#token=${TOKEN}%3E.`, ''],
  ['', `?%23token=${TOKEN}`],
  ['', `?utm_source=mail&token=${TOKEN}`],
])('the token in "%s" and "%s" is found', (hash, search) => {
  expect(tokenOf({ hash, search })).toBe(TOKEN);
});

it.each(['', '#', '#token=', '#code=7', '#%', '#%E0%A4%A'])('there is none in "%s"', (hash) => {
  expect(tokenOf({ hash, search: '' })).toBeNull();
});

it('a token says whom it was mailed to', () => {
  expect(emailInToken(TOKEN)).toBe('ada@lab.example');
  for (const token of ['', 'x', 'x.y.z', `x.${btoa('7')}.z`]) expect(emailInToken(token)).toBeNull();
});
