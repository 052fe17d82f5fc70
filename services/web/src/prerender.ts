import { join } from 'node:path';
import vm from 'node:vm';
import type { Lock, LockedRelease, PageData } from '@cytocomm/contract';
import type { MatchedRoute } from './matched-route.ts';
import { readReleaseFile } from './release-file.ts';

/** Where a release keeps the build that runs here; remote-tools writes it. */
const SERVER_BUNDLE = '.server/bundle.cjs';

/** A page could not be rendered here. The browser renders it all the same. */
export class PrerenderFailed extends Error {
  override readonly name = 'PrerenderFailed';
}

/** Renders public pages to markup from the server builds of a lock's releases. */
export interface Prerenderer {
  /** The markup of a page, frame and all, made with this data at its address with this query. Throws PrerenderFailed. */
  render(lock: Lock, matched: MatchedRoute, search?: string, initialData?: PageData): Promise<string>;
}

interface ShellBundle {
  readonly shared: Readonly<Record<string, unknown>>;
  readonly render: (page: {
    lock: Lock;
    path: string;
    search: string;
    component: unknown;
    initialData: PageData | undefined;
  }) => Promise<string>;
}

type Exports = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Exports {
  return typeof value === 'object' && value !== null;
}

function isShellBundle(value: Exports): value is Exports & ShellBundle {
  return isRecord(value.shared) && typeof value.render === 'function';
}

function evaluate(code: string, filename: string, require: (request: string) => unknown): Exports {
  const module: { exports: unknown } = { exports: {} };
  const run: unknown = vm.compileFunction(code, ['module', 'exports', 'require', '__filename'], { filename });
  if (typeof run === 'function') run(module, module.exports, require, filename);
  if (!isRecord(module.exports)) throw new PrerenderFailed(`${filename} exports nothing`);
  return module.exports;
}

/** A prerenderer over the release store. Each release's build is read and run once. */
export function createPrerenderer(releasesDir: string): Prerenderer {
  const bundles = new Map<string, Promise<Exports>>();

  function bundleOf(key: string, release: LockedRelease, require: (request: string) => unknown): Promise<Exports> {
    const known = bundles.get(key);
    if (known) return known;
    const bundle = readReleaseFile(releasesDir, release, SERVER_BUNDLE).then((code) =>
      evaluate(code, join(releasesDir, release.name, release.release, SERVER_BUNDLE), require),
    );
    bundles.set(key, bundle);
    // A failure may be of the moment (a disk, a release still being copied), so the next page tries again.
    bundle.catch(() => bundles.delete(key));
    return bundle;
  }

  return {
    async render(lock, { release, route }, search = '', initialData) {
      try {
        const shell = await bundleOf(lock.shell.release, lock.shell, (request) => process.getBuiltinModule(request));
        if (!isShellBundle(shell)) throw new PrerenderFailed('the server build of the shell has no render function');
        const fromShell = (request: string) => {
          if (request in shell.shared) return shell.shared[request];
          throw new PrerenderFailed(`${release.name} asks for ${request}, which the shell does not share`);
        };
        // A remote's build runs against one shell's shared scope, so it is kept by the pair.
        const pages = await bundleOf(`${lock.shell.release} ${release.name} ${release.release}`, release, fromShell);
        const component = pages[route.component];
        return await shell.render({ lock, path: route.path, search, component, initialData });
      } catch (error) {
        if (error instanceof PrerenderFailed) throw error;
        throw new PrerenderFailed(`${route.path} of ${release.name} ${release.release}`, { cause: error });
      }
    },
  };
}
