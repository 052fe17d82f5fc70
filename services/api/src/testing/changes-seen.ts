import { randomUUID } from 'node:crypto';
import type { TestBrowser } from './browser.ts';
import { listenLive } from './live-listener.ts';
import type { TestPortal } from './portal.ts';

/** Returns what waits until the process has seen all changes that were made before, as its feed tells of them. `admin` hears of all. */
export async function watchChanges(portal: TestPortal, admin: TestBrowser): Promise<() => Promise<void>> {
  const listener = await listenLive(admin, portal.url);
  const marks = portal.connection.collection<{ _id: string }>('remotes');
  return async () => {
    const _id = randomUUID();
    await marks.insertOne({ _id });
    await listener.hears({ collection: 'remotes', type: 'added', id: _id });
    await marks.deleteOne({ _id });
  };
}
