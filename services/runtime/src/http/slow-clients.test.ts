import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { createListener } from './listener.ts';
import { endStalledReaders, type SentAnswer } from './slow-clients.ts';

const AFTER_MS = 30_000;
const PIECE = 64 * 1024;

/** An answer whose client takes what a test says. */
function answer(waiting: number) {
  const socket = { writableLength: waiting, bytesWritten: waiting };
  const response = {
    socket: socket as typeof socket | null,
    isOver: false,
    req: {},
    destroy: () => {
      response.isOver = true;
    },
    take: (bytes: number) => {
      socket.writableLength -= bytes;
    },
    write: (bytes: number) => {
      socket.writableLength += bytes;
      socket.bytesWritten += bytes;
    },
  };
  return response;
}

describe('in time', () => {
  let stop: () => void = () => undefined;
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });
  const watch = (...answers: SentAnswer[]) => {
    stop = endStalledReaders(answers, AFTER_MS);
  };

  it('a client that takes nothing is cut off after the time, not before it, and soon after', () => {
    const stalled = answer(PIECE);
    watch(stalled);
    jest.advanceTimersByTime(AFTER_MS - 1);
    expect(stalled.isOver).toBe(false);
    jest.advanceTimersByTime(AFTER_MS / 5);
    expect(stalled.isOver).toBe(true);
  });

  it('one that takes a little every now and then is left alone', () => {
    const slow = answer(PIECE);
    watch(slow);
    for (let turn = 0; turn < 20; turn += 1) {
      jest.advanceTimersByTime(AFTER_MS - 3000);
      slow.take(1000);
      slow.write(1000);
    }
    expect(slow.isOver).toBe(false);
  });

  it('an answer that is still made, or stands behind another, has no client that could take something', () => {
    const empty = answer(0);
    const behind = answer(PIECE);
    const { socket } = behind;
    behind.socket = null;
    watch(empty, behind);
    jest.advanceTimersByTime(10 * AFTER_MS);
    expect([empty.isOver, behind.isOver]).toEqual([false, false]);
    behind.socket = socket;
    jest.advanceTimersByTime(AFTER_MS - 1);
    expect(behind.isOver).toBe(false);
    jest.advanceTimersByTime(AFTER_MS);
    expect(behind.isOver).toBe(true);
  });

  it('what is written to it meanwhile does not help a client that takes nothing', () => {
    const stream = answer(PIECE);
    watch(stream);
    for (let turn = 0; turn < 4; turn += 1) {
      jest.advanceTimersByTime(AFTER_MS / 3);
      stream.write(20);
    }
    expect(stream.isOver).toBe(true);
  });

  it('an answer that was written at once has the time besides that a slow line needs for it', () => {
    const long = answer(1024 * 1024);
    watch(long);
    jest.advanceTimersByTime(4 * AFTER_MS);
    expect(long.isOver).toBe(false);
    jest.advanceTimersByTime(2 * AFTER_MS);
    expect(long.isOver).toBe(true);
  });
});

it('a listener hangs up on who never reads, and on what stands behind that on the connection', async () => {
  const piece = Buffer.alloc(PIECE);
  const closed: (string | undefined)[] = [];
  const listener = createListener(
    ({ url }, response) => {
      response.once('close', () => closed.push(url));
      Readable.from(Array(1000).fill(piece)).pipe(response);
    },
    { stalledReaderMs: 100 },
  );
  const port = await listener.listen(0, '127.0.0.1');
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write('GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n');
  const [request] = await once(listener.server, 'request');
  await once(request.socket, 'close');
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed).toEqual(['/1', '/2']);
  socket.destroy();
  await listener.drain({ idleGraceMs: 0, deadlineMs: 0 });
});
