import { addressOf, completeSignIn, requestMagicLink } from '@cytocomm/contract';
import { median } from '../statistics.ts';
import { mailedTokens, ownPage } from './signing-in.ts';
import { openWire, requestOf, type Wire } from './wire.ts';

const TRIES_PER_CODE = 4;
const WARM_UP = 20;

/** How long one kind of call takes for an address that was approved, and for one that nobody has: medians in ms. */
export interface AnswerTimes {
  readonly call: 'asking for a link' | 'a wrong code' | 'a wrong token';
  readonly approved: number;
  readonly stranger: number;
}

type Ask = (email: string) => Promise<void>;

/** Each call comes from a client of its own: no limit plays a part. */
function clients(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;
  };
}

function poster(wire: Wire, wanted: number) {
  const nextClient = clients();
  return async (path: string, body: object, cookie = ''): Promise<string> => {
    const headers = { ...ownPage(nextClient()), ...(cookie === '' ? {} : { Cookie: cookie }) };
    const answer = await wire.ask(requestOf('POST', path, headers, body));
    if (answer.status !== wanted) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
    return /\r\nset-cookie: ([^;]+)/i.exec(answer.head)?.[1] ?? '';
  };
}

/** The same call for both kinds of address in turn, another first each time. */
async function inTurn(approved: readonly string[], strangers: readonly string[], ask: Ask) {
  const times = { approved: [] as number[], stranger: [] as number[] };
  const timed = async (email: string, into: number[]) => {
    const started = performance.now();
    await ask(email);
    into.push(performance.now() - started);
  };
  for (const [turn, email] of approved.entries()) {
    const pair = [() => timed(email, times.approved), () => timed(strangers[turn] ?? '', times.stranger)];
    for (const measure of turn % 2 === 0 ? pair : pair.toReversed()) await measure();
  }
  return { approved: median(times.approved), stranger: median(times.stranger) };
}

/**
 * Measures whether the time of an answer tells who is approved: when a link is asked for, and when a wrong code or token is tried
 * where a mail waits. `people` are addresses of people who have not asked for anything before.
 */
export async function measureAnswerTimes(
  apiUrl: string,
  mailUrl: string,
  people: readonly string[],
): Promise<AnswerTimes[]> {
  const strangers = people.map((_, number) => `stranger.${number}@elsewhere.example`);
  const wire = await openWire(apiUrl);
  const post = poster(wire, 202);
  const refused = poster(wire, 401);
  const cookies = new Map<string, string>();
  const ask: Ask = async (email) => {
    cookies.set(email, await post(addressOf(requestMagicLink), { email }));
  };
  const tryToken: Ask = async (email) => {
    await refused(addressOf(completeSignIn), { email, token: 'not.a.token' });
  };
  const tryCode: Ask = async (email) => {
    await refused(addressOf(completeSignIn), { email, code: '000000' }, cookies.get(email));
  };
  for (let turn = 0; turn < WARM_UP; turn++) await tryToken(`warm.up.${turn}@elsewhere.example`);

  const asking = await inTurn(people, strangers, ask);
  await mailedTokens(mailUrl, people);
  const often = (addresses: readonly string[]) => Array.from({ length: TRIES_PER_CODE }, () => addresses).flat();
  const codes = await inTurn(often(people), often(strangers), tryCode);
  const tokens = await inTurn(people, strangers, tryToken);
  wire.close();
  return [
    { call: 'asking for a link', ...asking },
    { call: 'a wrong code', ...codes },
    { call: 'a wrong token', ...tokens },
  ];
}
