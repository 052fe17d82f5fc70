import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { until } from '../../services/api/src/testing/clock.ts';
import { runEdgeBefore } from './testing/small-stack.ts';

/** Starts a process that answers with a word, until the end of a test. Returns its port. */
async function serve(started: AsyncDisposableStack, word: string): Promise<number> {
  const server = createServer((_request, response) => response.end(word));
  server.listen(0, '127.0.0.1');
  started.defer(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

it.each(['nginx', 'caddy'] as const)(
  '%s refuses to read a broken file again and goes on with the earlier one, and takes a good one',
  async (edge) => {
    await using started = new AsyncDisposableStack();
    const [before, after] = [await serve(started, 'before'), await serve(started, 'after')];
    const place = `127.0.0.1:${before}`;
    const { url, file, reload } = await runEdgeBefore(started, edge, [place, place], before);
    const answer = async () => (await fetch(`${url}/page`, { headers: { Connection: 'close' } })).text();
    const shipped = readFileSync(file, 'utf8');

    writeFileSync(file, `${shipped}\n}`);
    await expect(reload()).rejects.toThrow();
    expect(await answer()).toBe('before');

    writeFileSync(file, shipped.replaceAll(place, `127.0.0.1:${after}`));
    await reload();
    // What ran before may accept a last connection.
    await until('the edge to go by its new file', async () => (await answer()) === 'after');
  },
  60_000,
);
