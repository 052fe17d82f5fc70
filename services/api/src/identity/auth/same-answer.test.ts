import type { Answer, TestBrowser } from '../../testing/browser.ts';
import { testPortal } from '../../testing/portal.ts';

const portal = testPortal();
let tokenOfOther = '';
beforeAll(async () => {
  await portal.person('other@x.example', 'investor');
  tokenOfOther = await portal.linkFor('other@x.example');
});

/** Differ from one answer to the next, for any address. */
const OF_THE_MOMENT = ['date', 'x-request-id', 'retry-after', 'etag'];

/** Returns what somebody sees of an answer. */
function seen({ status, headers, body }: Answer) {
  const stable = Object.entries(headers).map(([name, value]) => [
    name,
    OF_THE_MOMENT.includes(name) ? '' : JSON.stringify(value).replaceAll(/=[^;"]*(?=[;"])|; Expires=[^;"]*/g, ''),
  ]);
  return { status, headers: Object.fromEntries(stable), body: { ...Object(body), requestId: '' } };
}

type Person = { readonly email: string; readonly browser: TestBrowser };

/** Calls from another client each time, but in the browser of the person. */
const complete = ({ email, browser }: Person, proof: object) =>
  browser.post('/api/auth/complete', { email, ...proof }, { headers: { 'X-Forwarded-For': portal.browser().address } });
const ask = ({ email, browser }: Person) => browser.post('/api/auth/magic-link', { email });

it.each<[string, number, boolean, (person: Person) => Promise<Answer>]>([
  ['asks for links, beyond the limit', 7, false, ask],
  ['tries codes where one waits, beyond the last', 12, true, (person) => complete(person, { code: '000000' })],
  ['tries codes where none waits, beyond the last', 12, false, (person) => complete(person, { code: '000000' })],
  ['tries a token that is none', 3, true, (person) => complete(person, { token: 'not-a-token' })],
  ['tries a token of another person', 3, true, (person) => complete(person, { token: tokenOfOther })],
])('a caller who %s sees the same for a stranger as for a person', async (what, times, asked, call) => {
  const answersFor = async (name: string, ...roles: 'investor'[]) => {
    const person = { email: `${name}-${what.length}@x.example`, browser: portal.browser() };
    if (name !== 'stranger') await portal.person(person.email, ...roles);
    if (asked) await ask(person);
    const answers: ReturnType<typeof seen>[] = [];
    for (let turn = 0; turn < times; turn += 1) answers.push(seen(await call(person)));
    return answers;
  };
  const ofStranger = await answersFor('stranger');
  expect(await answersFor('approved', 'investor')).toEqual(ofStranger);
  expect(await answersFor('without-role')).toEqual(ofStranger);
});
