import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';

/** The time that a process has spent on the processor so far, in µs: the scheduler's own account of each thread. Linux only. */
export function processorTimeOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) => {
    const [running = ''] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return Number(running);
  });
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1000;
}

/** Asks for a file again and again on one kept connection until `mayAsk` says no. Rejects for any answer but a whole 200. */
export function askAgain(port: number, request: string, mayAsk: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let missing = 0;
    const ask = () => {
      if (mayAsk()) socket.write(request);
      else socket.end();
    };
    const headEnd = Buffer.from('\r\n\r\n');
    socket.once('connect', ask);
    socket.on('data', (chunk: Buffer) => {
      let bytes = chunk.length;
      if (missing === 0) {
        const end = chunk.indexOf(headEnd);
        const head = chunk.toString('latin1', 0, end);
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
        // A head fits into the first piece that comes.
        if (end < 0 || !head.startsWith('HTTP/1.1 200 ') || !(length > 0)) {
          socket.destroy(new Error(`the server answered ${head.slice(0, 100)}`));
          return;
        }
        missing = length;
        bytes -= end + headEnd.length;
      }
      missing -= bytes;
      if (missing === 0) ask();
    });
    socket.once('error', reject);
    socket.once('close', () => (missing === 0 ? resolve() : reject(new Error('the server left in the middle'))));
  });
}
