import { rotated } from '../statistics.ts';
import { askAgain, processorTimeOf } from './asking.ts';
import type { FileServer } from './servers.ts';

const CONNECTIONS = 10;
const ANSWERS_A_ROUND = 10_000;

/** What one server needed in one round. */
export interface FileRound {
  /** Time on the processor for an answer, in µs. */
  readonly microseconds: number;
  readonly perSecond: number;
}

/** Whom to ask for what, and which packed form is taken. */
export type Asked = readonly [server: FileServer, path: string, encoding: 'gzip' | 'br'];

async function round([{ port, pid }, path, encoding]: Asked): Promise<FileRound> {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\n\r\n`;
  let left = ANSWERS_A_ROUND;
  const mayAsk = () => left-- > 0;
  const [busyBefore, before] = [processorTimeOf(pid), performance.now()];
  await Promise.all(Array.from({ length: CONNECTIONS }, () => askAgain(port, request, mayAsk)));
  const seconds = (performance.now() - before) / 1000;
  return {
    microseconds: (processorTimeOf(pid) - busyBefore) / ANSWERS_A_ROUND,
    perSecond: ANSWERS_A_ROUND / seconds,
  };
}

/** Asks two servers in turn, another first each time. */
export async function inTurn(
  ours: Asked,
  theirs: Asked,
  rounds: number,
): Promise<{ readonly ours: FileRound; readonly theirs: FileRound }[]> {
  const contenders = [
    ['ours', ours],
    ['theirs', theirs],
  ] as const;
  // Once before it counts: files are read, code is compiled.
  for (const [, asked] of contenders) await round(asked);
  const measured: { ours: FileRound; theirs: FileRound }[] = [];
  for (let number = 0; number < rounds; number += 1) {
    const pair: Partial<Record<'ours' | 'theirs', FileRound>> = {};
    for (const [name, asked] of rotated(contenders, number)) pair[name] = await round(asked);
    if (pair.ours && pair.theirs) measured.push({ ours: pair.ours, theirs: pair.theirs });
  }
  return measured;
}
