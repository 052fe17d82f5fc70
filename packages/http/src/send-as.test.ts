import { call, uploadDocument } from '@cytocomm/contract';
import { localProblem } from './api-problem.ts';
import { type Caller, type RawAnswer, type Result, sendAs, type Transport } from './index.ts';

const readThing = call('GET', '/api/thing');
const changeThing = call('POST', '/api/thing');

const reply = (status: number): RawAnswer => ({
  status,
  headers: new Headers(),
  text: async () => (status < 400 ? '{"id":"1"}' : ''),
});

/** Somebody whose tokens are t1, t2 …; `answers` are what the server says in turn. */
function start(
  answers: readonly number[],
  { role = null, tokens }: { role?: string | null; tokens?: Result<string | null>[] } = {},
) {
  const sent: { address: string; headers: Record<string, string>; body: unknown }[] = [];
  let tokenRequests = 0;
  const onRefused = jest.fn();
  const caller: Caller = {
    previewAs: () => role,
    token: async (renew) => {
      tokenRequests += 1;
      return tokens?.[tokenRequests - 1] ?? { data: renew ? 't2' : 't1' };
    },
    onRefused,
  };
  const transport: Transport = async (address, { headers, body }) => {
    sent.push({ address, headers: Object.fromEntries(new Headers(headers)), body });
    return reply(answers[sent.length - 1] ?? 500);
  };
  return { caller, transport, sent, onRefused };
}

it('carries the token and the previewed role', async () => {
  const { caller, transport, sent } = start([200], { role: 'investor' });
  expect(await sendAs(caller, readThing, { transport })).toMatchObject({ data: { id: '1' } });
  expect(sent).toMatchObject([{ headers: { authorization: 'Bearer t1', 'preview-as': 'investor' } }]);
});

it('of a visitor has neither, and is not repeated', async () => {
  const { caller, transport, sent, onRefused } = start([401], { tokens: [{ data: null }] });
  expect((await sendAs(caller, readThing, { transport })).error).toMatchObject({ status: 401 });
  expect(sent.map(({ headers }) => headers)).toEqual([{ accept: 'application/json' }]);
  expect(onRefused).not.toHaveBeenCalled();
});

it('sends no change in a preview', async () => {
  const { caller, transport, sent } = start([], { role: 'customer' });
  expect((await sendAs(caller, changeThing, { transport })).error).toMatchObject({
    code: 'preview',
    detail: 'This is a preview as customer; nothing was changed. End the preview to change it.',
  });
  expect(sent).toEqual([]);
});

it('sends what changes nothing in a preview, as the role of it', async () => {
  const { caller, transport, sent } = start([200], { role: 'customer' });
  expect(await sendAs(caller, changeThing, { transport, changesNothing: true })).toMatchObject({ data: { id: '1' } });
  expect(sent).toMatchObject([{ headers: { 'preview-as': 'customer' } }]);
});

it('sends work that started outside a preview as the person, even during a preview', async () => {
  const { caller, transport, sent } = start([200], { role: 'customer' });
  expect(await sendAs(caller, changeThing, { transport, begunOutside: true })).toMatchObject({ data: { id: '1' } });
  expect(sent).toMatchObject([{ headers: { authorization: 'Bearer t1' } }]);
  expect(sent[0]?.headers).not.toHaveProperty('preview-as');
});

it('goes once more with a new token after 401: an upload, too, with the same key and form', async () => {
  const { caller, transport, sent, onRefused } = start([401, 201]);
  const form = new FormData();
  form.set('title', 'X');
  const headers = { 'idempotency-key': 'k-1' };
  expect(await sendAs(caller, uploadDocument, { transport, form, headers })).toMatchObject({ data: { id: '1' } });
  expect(sent.map((each) => each.headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  expect(sent.map((each) => each.headers['idempotency-key'])).toEqual(['k-1', 'k-1']);
  expect(sent.map(({ body }) => body)).toEqual([form, form]);
  expect(onRefused).not.toHaveBeenCalled();
});

it('ends the session after a second 401, and is not sent a third time', async () => {
  const { caller, transport, sent, onRefused } = start([401, 401, 200]);
  expect((await sendAs(caller, readThing, { transport })).error).toMatchObject({ status: 401 });
  expect(sent).toHaveLength(2);
  expect(onRefused).toHaveBeenCalledTimes(1);
});

it('stays refused when the session is found to be over', async () => {
  const { caller, transport, sent, onRefused } = start([401], { tokens: [{ data: 't1' }, { data: null }] });
  expect((await sendAs(caller, readThing, { transport })).error).toMatchObject({ status: 401 });
  expect(sent).toHaveLength(1);
  expect(onRefused).not.toHaveBeenCalled();
});

describe('what wants a fresh confirmation', () => {
  const stale: RawAnswer = {
    ...reply(403),
    text: async () => JSON.stringify({ status: 403, code: 'fresh-sign-in-needed', detail: 'Confirm.' }),
  };
  function startStale(confirmed: boolean) {
    const { caller } = start([]);
    let calls = 0;
    const transport: Transport = async () => {
      calls += 1;
      return calls === 1 ? stale : reply(200);
    };
    const confirm = jest.fn(async () => confirmed);
    return { caller: { ...caller, confirm }, confirm, transport, count: () => calls };
  }

  it('goes once more after the person has confirmed', async () => {
    const { caller, confirm, transport, count } = startStale(true);
    expect((await sendAs(caller, changeThing, { transport })).data).toEqual({ id: '1' });
    expect([confirm.mock.calls.length, count()]).toEqual([1, 2]);
  });

  it('is not done when they have not', async () => {
    const { caller, transport, count } = startStale(false);
    expect((await sendAs(caller, changeThing, { transport })).error).toMatchObject({ code: 'not-confirmed' });
    expect(count()).toBe(1);
  });

  it('asks once: a server that wants it again is believed', async () => {
    const { caller, confirm } = startStale(true);
    const answer = await sendAs(caller, changeThing, { transport: async () => stale });
    expect(answer.error).toMatchObject({ code: 'fresh-sign-in-needed' });
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  it('stays refused for a caller who cannot be asked', async () => {
    const { caller, transport } = startStale(true);
    const { confirm: _, ...silent } = caller;
    expect((await sendAs(silent, changeThing, { transport })).error).toMatchObject({ code: 'fresh-sign-in-needed' });
  });
});

const late = { error: localProblem('timeout', 'Late.') };

it.each([
  ['at first', [late], 0],
  ['on renewal', [{ data: 't1' }, late], 1],
])('is a problem when no token comes %s', async (_, tokens, calls) => {
  const { caller, transport, sent, onRefused } = start([401], { tokens });
  expect(await sendAs(caller, readThing, { transport })).toEqual(late);
  expect(sent).toHaveLength(calls);
  expect(onRefused).not.toHaveBeenCalled();
});

describe('ended by its signal', () => {
  it('asks for no token when that was before', async () => {
    const { caller, transport, sent } = start([200]);
    const token = jest.spyOn(caller, 'token');
    const ended = await sendAs(caller, readThing, { transport, signal: AbortSignal.abort() });
    expect(ended.error).toMatchObject({ status: 0, code: 'aborted' });
    expect(token).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  it.each([
    ['the first token', 0],
    ['a new token', 1],
  ])('does not wait for %s', async (_, tokenRequests) => {
    const { caller, transport, sent, onRefused } = start([401, 200]);
    const stop = new AbortController();
    let before = tokenRequests;
    const waitsForEver: Caller = {
      ...caller,
      token: (renew) => {
        if (before > 0) {
          before -= 1;
          return caller.token(renew);
        }
        queueMicrotask(() => stop.abort());
        return new Promise(() => undefined);
      },
    };
    const ended = await sendAs(waitsForEver, readThing, { transport, signal: stop.signal });
    expect(ended.error).toMatchObject({ status: 0, code: 'aborted' });
    expect(sent).toHaveLength(tokenRequests);
    expect(onRefused).not.toHaveBeenCalled();
  });
});
