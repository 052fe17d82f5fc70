import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freeMemoryOf } from './reading.ts';

const MB = 1024 * 1024;

/** How often a process looks after its new buffers that makes 800 MB of them and keeps none. */
async function collections(preparation: string): Promise<number> {
  const script = `
    import { constants, PerformanceObserver } from 'node:perf_hooks';
    import { setImmediate } from 'node:timers/promises';
    import { collectBuffersSoon } from ${JSON.stringify(join(import.meta.dirname, 'reading.ts'))};
    ${preparation}
    let young = 0;
    const observer = new PerformanceObserver((list) => {
      young += list.getEntries().filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MINOR).length;
    });
    observer.observe({ entryTypes: ['gc'] });
    for (let turn = 0; turn < 3200; turn += 1) {
      Buffer.allocUnsafe(${MB / 4});
      if (turn % 8 === 0) await setImmediate();
    }
    await setImmediate();
    console.log(young);`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    script,
  ]);
  expect(stderr).toBe('');
  return Number(stdout);
}

it('buffers are looked after every 16 MB, which V8 does not do by itself', async () => {
  expect(await collections('collectBuffersSoon();')).toBeGreaterThan(25);
  expect(await collections('')).toBeLessThan(15);
});

it('the memory of large bytes is freed at once, the pool of small ones is not touched', () => {
  const large = Buffer.allocUnsafe(MB);
  freeMemoryOf(large.subarray(10, 20));
  expect(large).toHaveLength(0);
  const small = Buffer.from('small');
  freeMemoryOf(small);
  expect(small.toString()).toBe('small');
});
