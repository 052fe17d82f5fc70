import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMarkupThread, type MarkupThread } from './markup-thread.ts';

const CHECK = JSON.stringify(join(import.meta.dirname, 'markup-check.ts'));
const START_MS = 3000;
const PATIENCE_MS = 120_000;

let dir: string;
let thread: MarkupThread | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'markup-'));
});
afterEach(() => {
  thread?.end();
  rmSync(dir, { recursive: true });
});

function threadOf(code: string, patienceMs = PATIENCE_MS): MarkupThread {
  const program = join(dir, 'program.mjs');
  writeFileSync(program, `import { parentPort } from 'node:worker_threads';\n${code}`);
  thread = createMarkupThread(patienceMs, program);
  return thread;
}

test('a thread that takes longer to start than a check may work passes good markup, and refuses bad', async () => {
  const wait = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${START_MS});`;
  const { check } = threadOf(`${wait}\nawait import(${CHECK});`);
  await expect(check('<p>fine</p>')).resolves.toBeUndefined();
  await expect(check('<script>1</script>')).rejects.toThrow('its markup is refused');
});

test('a check that works for too long is stopped, and the next one has a thread of its own', async () => {
  const { check } = threadOf(
    `parentPort.on('message', (markup) => { while (markup === 'slow') continue; parentPort.postMessage(null); });
     parentPort.postMessage('ready');`,
  );
  await expect(check('slow')).rejects.toMatchObject({
    name: 'PageNotMade',
    message: 'its markup takes too long to read',
  });
  await expect(check('fast')).resolves.toBeUndefined();
});

test('a thread that does not come to it is the machine’s fault', async () => {
  const { check } = threadOf('setInterval(() => undefined, 1000);', 100);
  for (const markup of ['one', 'two'])
    await expect(check(markup)).rejects.toMatchObject({ name: 'TooBusy', message: expect.stringContaining('100 ms') });
});

test('a process that has checked markup ends by itself', async () => {
  const thread = JSON.stringify(join(import.meta.dirname, 'markup-thread.ts'));
  const program = `import { createMarkupThread } from ${thread};
    await createMarkupThread(${PATIENCE_MS}).check('<p>fine</p>');
    console.log('checked');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe('checked\n');
});
