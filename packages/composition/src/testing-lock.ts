import { type Lock, lockSchema } from '@cytocomm/contract';

const INTEGRITY = `sha384-${'A'.repeat(64)}`;
const nothing = { links: [], sections: [], overlays: [] };
const file = (path: string) => ({ path, integrity: INTEGRITY, bytes: 1 });

function release(name: string, entry: string, components: object, routes: readonly object[]) {
  return {
    ...{ name, title: name, version: '1.0.0', release: '1.0.0-0123456789ab', contract: '^1.0.0', entry, shared: {} },
    ...{ components, files: [file(entry)], contributions: { ...nothing, routes } },
    baseUrl: `/releases/${name}/1.0.0-0123456789ab/`,
  };
}

/** Returns a lock of the shell, with a page of its own, and one remote with two. */
export function testLock(): Lock {
  return lockSchema.parse({
    id: '0123456789abcdef'.repeat(4),
    createdAt: '2026-01-01T00:00:00.000Z',
    shell: release(
      'shell',
      'main.js',
      {
        Main: { scripts: ['vendor.js', 'main.js'], styles: ['main.css'] },
        Dashboard: { scripts: ['d.js'], styles: [] },
      },
      [{ path: '/dashboard', title: 'Dashboard', component: 'Dashboard', below: true, public: false }],
    ),
    remotes: [
      release('mfe-a', 'remote-entry.js', { Home: { scripts: ['home.js'], styles: ['home.css'] } }, [
        { path: '/', title: 'Home', component: 'Home', public: true },
        { path: '/about', title: 'About', component: 'Missing', public: true },
      ]),
    ],
  });
}
