import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitForLine } from '@cytocomm/runtime/start';
import { expect, test } from '@playwright/test';
import { WebSocket } from 'ws';
import { BROWSER_SETTINGS } from '../browsers.ts';
import { OwnCommands } from '../firefox/own-commands.ts';
import { processesBelow } from '../fixtures/portal-process.ts';

// What the tests in Firefox rest on, without Firefox.

const { launchOptions } = BROWSER_SETTINGS.firefox;
const BRIDGE = launchOptions?.executablePath ?? '';
/** Starts the bridge, as a process of Playwright does. */
const STARTER = "require('node:child_process').spawn(process.argv[1], { stdio: 'inherit' })";

/** Starts a program in the environment of the bridge. */
function launch(program: string, args: readonly string[] = []): ChildProcessWithoutNullStreams {
  const env = {
    ...launchOptions?.env,
    FIREFOX_PATH: join(import.meta.dirname, '..', 'fixtures', 'obedient-firefox.ts'),
  };
  return spawn(program, args, { env });
}

/** Resolves to the address that the bridge prints. */
const addressOf = (bridge: ChildProcessWithoutNullStreams): Promise<string> =>
  waitForLine('the bridge', bridge, (line) => /listening on (ws:\S+)/.exec(line)?.[1]);

test('a command that the bridge cannot read is refused, and the next one goes out', async () => {
  const bridge = launch(BRIDGE);
  const playwright = new WebSocket(await addressOf(bridge));
  await once(playwright, 'open');
  const answers: unknown[] = [];
  playwright.on('message', (data) => answers.push(JSON.parse(data.toString())));
  for (const command of [
    { id: 1, method: 'network.continueRequest', params: { headers: 'none' } },
    { method: 'a command without a number' },
    { id: 2, method: 'session.status', params: {} },
  ])
    playwright.send(JSON.stringify(command));
  await expect.poll(() => answers).toHaveLength(2);
  expect(answers).toMatchObject([
    { type: 'error', id: 1, error: 'unknown error' },
    { type: 'success', id: 2, result: { method: 'session.status' } },
  ]);
  playwright.close();
  bridge.kill();
  await once(bridge, 'exit');
});

test('the bridge and its Firefox end when the process that started them was killed', async () => {
  const starter = launch(process.execPath, ['-e', STARTER, BRIDGE]);
  await addressOf(starter);
  // It closes when all three have ended, which write into it.
  const closed = once(starter.stdout.resume(), 'close');
  expect(processesBelow(starter.pid ?? 0)).toHaveLength(2);
  starter.kill('SIGKILL');
  await closed;
});

test('a command of the bridge that Firefox does not answer fails, and a late answer goes no further', async () => {
  const written: string[] = [];
  const own = new OwnCommands((text) => written.push(text), 1);
  await expect(own.send('network.getData', {})).rejects.toThrow('not answered network.getData within 1 ms');
  const { id } = JSON.parse(written[0] ?? '');
  expect(own.settle({ type: 'success', id, result: {} })).toBe(true);
  expect(own.settle({ type: 'success', id: 1, result: {} })).toBe(false);
  const answered = new OwnCommands((text) =>
    queueMicrotask(() => answered.settle({ ...JSON.parse(text), type: 'success', result: 'body' })),
  );
  expect(await answered.send('network.getData', {})).toBe('body');
});
