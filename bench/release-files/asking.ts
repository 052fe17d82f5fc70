import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

/** What the kernel counts a process's time in, per second; the same on every Linux. */
const TICKS_PER_SECOND = 100;

/** The time that a process has spent on the processor so far, in µs. Linux only. */
export function processorTimeOf(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before may hold anything, blanks and brackets too.
  const [userTicks, systemTicks] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return ((Number(userTicks) + Number(systemTicks)) / TICKS_PER_SECOND) * 1e6;
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
