import type { RequestListener } from 'node:http';
import { dial as dialPort, GET } from '../testing/line.ts';
import { createListener, type Listener } from './listener.ts';

// How a listener ends.

let listener: Listener;
let port: number;
async function open(handler: RequestListener): Promise<void> {
  listener = createListener(handler);
  port = await listener.listen(0, '127.0.0.1');
}
const dial = () => dialPort(port);
afterEach(() => listener.drain({ idleGraceMs: 0, deadlineMs: 0 }));

const hello: RequestListener = (_request, response) => {
  response.end('hello');
};

/** A handler that answers when it is told to. */
function createHeldHandler(): { handler: RequestListener; requested: Promise<void>; release: () => void } {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isAsked: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  return {
    handler: async (request, response) => {
      if (request.url === '/at-once') {
        response.end('hello');
        return;
      }
      isAsked();
      await released;
      response.end('released');
    },
    requested,
    release,
  };
}

/** Lets every turn of the event loop take 20 ms, until the function that it returns is called. */
function keepBusy(): () => void {
  let isBusy = true;
  const work = () => {
    const blocked = performance.now() + 20;
    while (performance.now() < blocked);
    if (isBusy) setImmediate(work);
  };
  work();
  return () => {
    isBusy = false;
  };
}

it('lets a request end that is under way, closes its connection after it, and takes no new ones', async () => {
  const { handler, requested, release } = createHeldHandler();
  await open(handler);
  const line = await dial();
  line.socket.write(GET);
  await requested;
  const over = listener.drain({ idleGraceMs: 0, deadlineMs: 20_000 });
  await expect(
    (async () => {
      for (;;) (await dial()).socket.destroy();
    })(),
  ).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
  release();
  await line.ended;
  expect(line.heard()).toMatch(/Connection: close\r\n.*released$/s);
  expect(await over).toBe(0);
});

it('still answers on a connection at rest, and closes it with that', async () => {
  await open(hello);
  const line = await dial();
  line.socket.write(GET);
  await line.hears('hello');
  const over = listener.drain({ idleGraceMs: 20_000, deadlineMs: 20_000 });
  line.socket.write(GET);
  await line.ended;
  expect(line.heard()).toMatch(/keep-alive.*hello.*Connection: close.*hello$/s);
  expect(await over).toBe(0);
});

it('answers on every connection once more, and on new ones, before its port closes', async () => {
  await open(hello);
  const line = await dial();
  line.socket.write(GET);
  await line.hears('hello');
  listener.beginDrain();
  line.socket.write(GET);
  await line.ended;
  expect(line.heard()).toMatch(/keep-alive.*hello.*Connection: close.*hello$/s);
  const next = await dial();
  next.socket.write(GET);
  await next.ended;
  expect(next.heard()).toMatch(/Connection: close.*hello$/s);
});

it('answers a request that arrived before the grace was over, and was not read yet', async () => {
  await open(hello);
  const line = await dial();
  line.socket.write(GET);
  await line.hears('hello');
  const over = listener.drain({ idleGraceMs: 500, deadlineMs: 20_000 });
  // The timer of the grace starts one turn later; the grace is long beside what a busy machine keeps this turn waiting.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  line.socket.write(GET);
  const blocked = performance.now() + 600;
  while (performance.now() < blocked);
  await line.ended;
  expect(line.heard()).toMatch(/hello.*Connection: close.*hello$/s);
  expect(await over).toBe(0);
});

// A connection that the system has accepted and the listener has not is reset when the port closes, and its change is lost.
it('keeps its port open while it is busy', async () => {
  await open(hello);
  const rest = keepBusy();
  const over = listener.drain({ idleGraceMs: 500, deadlineMs: 20_000 });
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  const line = await dial();
  rest();
  line.socket.write(GET);
  await line.ended;
  expect(line.heard()).toMatch(/Connection: close.*hello$/s);
  expect(await over).toBe(0);
});

it('does not wait for a moment at rest beyond its deadline', async () => {
  await open(hello);
  const rest = keepBusy();
  const began = performance.now();
  await listener.drain({ idleGraceMs: 0, deadlineMs: 0 });
  const took = performance.now() - began;
  rest();
  expect(took).toBeLessThan(400);
});

it('hangs up on who rests, and on who never said anything, after the grace', async () => {
  const { handler, requested, release } = createHeldHandler();
  await open(handler);
  const [resting, silent, busy] = await Promise.all([dial(), dial(), dial()]);
  resting.socket.write(GET.replace('/', '/at-once'));
  busy.socket.write(GET);
  await Promise.all([resting.hears('hello'), requested]);
  const over = listener.drain({ idleGraceMs: 1, deadlineMs: 20_000 });
  await Promise.all([resting.ended, silent.ended]);
  release();
  await busy.hears('released');
  expect(await over).toBe(0);
});

it('closes a connection whose answer had promised to keep it', async () => {
  let finish: () => void = () => undefined;
  await open((_request, response) => {
    response.write('first');
    finish = () => response.end('last');
  });
  const line = await dial();
  line.socket.write(GET);
  await line.hears('first');
  const silent = await dial();
  const over = listener.drain({ idleGraceMs: 1, deadlineMs: 20_000 });
  await silent.ended;
  finish();
  await line.hears('last');
  expect(await over).toBe(0);
});

it('cuts off at the deadline what does not end, and says how many', async () => {
  const { handler, requested } = createHeldHandler();
  await open(handler);
  const line = await dial();
  line.socket.write(GET);
  await requested;
  expect(await listener.drain({ idleGraceMs: 0, deadlineMs: 10 })).toBe(1);
  await line.ended;
  expect(line.heard()).toBe('');
});
