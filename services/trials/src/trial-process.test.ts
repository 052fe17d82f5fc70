import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTrialProcess } from './trial-process.ts';

const LONG_MS = 25_000;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'trial-process-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

/** A program in the place of Chromium. */
function program(name: string, script: string): string {
  const path = join(dir, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Prints nothing, and ends with its parent. */
const idle = () => program('idle', 'cat <&3 >/dev/null');
const order = (chromium: string) => ({
  plan: { remotes: [], releasesDir: dir, variants: [] },
  chromium,
  isSandboxed: true,
});
const never = () => new AbortController().signal;

test('a program that is no browser says so, and nothing about the release', async () => {
  const end = await runTrialProcess(order(program('ends', 'exit 0')), LONG_MS, never());
  expect(end).toEqual({ noBrowser: expect.stringMatching(/\w/) });
});

test('a trial that is killed was broken off', async () => {
  const end = await runTrialProcess(order(program('kills', 'kill -9 $PPID')), LONG_MS, never());
  expect(end).toEqual({ broken: 'its process ended with SIGKILL' });
});

test('a trial that takes too long is ended', async () => {
  expect(await runTrialProcess(order(idle()), 500, never())).toEqual({ late: true });
});

// Only Linux says what a process takes.
(process.platform === 'linux' ? test : test.skip)('a trial that takes too much memory is ended', async () => {
  const end = await runTrialProcess(order(idle()), LONG_MS, never(), 1024 * 1024);
  expect(end).toEqual({ tooLarge: expect.any(Number) });
});

test('a trial that is called off ends with the reason', async () => {
  const calledOff = new AbortController();
  const running = runTrialProcess(order(idle()), LONG_MS, calledOff.signal);
  calledOff.abort(new Error('the runner ends'));
  await expect(running).rejects.toThrow('the runner ends');
  await expect(runTrialProcess(order(idle()), LONG_MS, calledOff.signal)).rejects.toThrow('the runner ends');
});
