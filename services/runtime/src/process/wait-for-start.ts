import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How long a start may take before a line says what is waited for, in ms. */
const START_NOTICE_MS = 10_000;
/** How long a child process may take to start, in ms: a busy machine takes many times as long as an idle one. */
export const START_TIMEOUT_MS = 300_000;
/** How much of what a child printed an error quotes, in characters. */
const MAX_QUOTED = 4000;

/**
 * Waits until a child process has started, which is when `ready` resolves. After 10 s a line on stderr says what is waited
 * for. Rejects when the child ends, cannot be run or has not started within 5 min, with the end of what it `printed`; it has
 * ended then.
 */
export async function waitForStart<Started>(
  what: string,
  child: ChildProcess,
  ready: Promise<Started>,
  printed: () => string = () => '',
): Promise<Started> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const failed = Promise.withResolvers<never>();
  const fail = (why: string) => {
    const quoted = printed().trim().slice(-MAX_QUOTED);
    failed.reject(new Error(`Could not start ${what}: ${why}.${quoted === '' ? '' : ` It printed:\n${quoted}`}`));
  };
  const closed = Promise.withResolvers<void>();
  const close = () => {
    closed.resolve();
    fail(`it ended with ${child.signalCode ?? `code ${child.exitCode}`}`);
  };
  const refuse = ({ message }: Error) => fail(message);
  child.once('error', refuse).once('close', close);
  if (hasEnded()) close();
  const notice = setTimeout(() => {
    process.stderr.write(`Still waiting for ${what} to start; a busy machine takes longer.\n`);
  }, START_NOTICE_MS);
  const limit = setTimeout(() => {
    fail(`it was not ready after ${START_TIMEOUT_MS / 1000} s; start it again when the machine is less busy`);
  }, START_TIMEOUT_MS);
  try {
    const started = await Promise.race([ready, failed.promise]);
    return hasEnded() ? await failed.promise : started;
  } catch (error) {
    child.kill('SIGKILL');
    await closed.promise;
    throw error;
  } finally {
    clearTimeout(notice);
    clearTimeout(limit);
    child.off('error', refuse).off('close', close);
  }
}

/** Waits for the line of a child's output that says that it has started, which is the first that `read` returns something for. */
export function waitForLine<Said>(
  what: string,
  child: ChildProcess,
  read: (line: string) => Said | undefined,
): Promise<Said> {
  const said = Promise.withResolvers<Said>();
  let printed = '';
  const take = (line: string) => {
    printed = `${printed}${line}\n`.slice(-MAX_QUOTED);
    try {
      const found = read(line);
      if (found !== undefined) said.resolve(found);
    } catch (error) {
      said.reject(error);
    }
  };
  for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', take);
  return waitForStart(what, child, said.promise, () => printed);
}
