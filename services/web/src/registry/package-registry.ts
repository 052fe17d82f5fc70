import { createHash } from 'node:crypto';
import { PACKAGES_FOLDER } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import type { PackageIndex } from '@cytocomm/releases';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type LockSource, LockUnusable } from '../lock-source.ts';
import { PackagesUnusable, releasePackages } from './release-packages.ts';

/** Returns what npm asks for of a package whose archive lies below `folder`, an absolute address that ends with a slash. */
function packumentOf({ name, version, file, integrity, shasum, manifest }: PackageIndex[number], folder: string) {
  const dist = { tarball: folder + file, integrity, shasum };
  const described = { ...manifest, name, version, _id: `${name}@${version}`, dist };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: described } };
}

/** The form that npm asks for when it installs: shorter by what nobody here writes. */
const INSTALL_FORM = 'application/vnd.npm.install-v1+json';
const RETRY_AFTER_SECONDS = 5;

/** What the registry is made from. */
export interface PackageRegistryDependencies {
  readonly releasesDir: string;
  readonly locks: LockSource;
  /** The portal's origin, from the settings, never from a request. */
  readonly origin: string;
  /** Returns a lock whose release files have the addresses that browsers get. */
  readonly placed: (lock: Lock) => Lock;
  readonly log: Logger;
}

/** Returns the name that an address below the registry's asks for: npm writes `@scope%2fname`. Undefined for what is no name. */
function nameIn(path: string): string | undefined {
  try {
    const name = decodeURIComponent(path.slice(1));
    return /^@cytocomm\/[a-z\d-]{1,100}$/.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

function refuse(response: Response, status: number, error: string): void {
  response.status(status).set('Cache-Control', 'no-store').json({ error });
}

function send(request: Request, response: Response, value: unknown): void {
  const body = JSON.stringify(value);
  const form = request.accepts(['application/json', INSTALL_FORM]) === INSTALL_FORM ? INSTALL_FORM : 'application/json';
  const tag = createHash('sha256').update(`${form} ${body}`).digest('base64url');
  // Another release may be live in a moment; what was read of it is asked for by its tag.
  response.set({ 'Cache-Control': 'no-cache', 'Content-Type': form, ETag: `"${tag}"`, Vary: 'Accept' });
  if (request.fresh) response.status(304).end();
  else response.send(body);
}

/**
 * Returns the handler of a read-only npm registry: the packages in the shell's release that is live, never those of a canary.
 * Their archives are files of that release, at addresses that never change. A name that is not there is 404, as npm expects it.
 */
export function packageRegistry({
  releasesDir,
  locks,
  origin,
  placed,
  log,
}: PackageRegistryDependencies): RequestHandler {
  const packagesOf = releasePackages(releasesDir);

  async function answer(request: Request, response: Response): Promise<void> {
    const lock = await locks.current();
    const packages = await packagesOf(lock.shell);
    if (request.path === '/') {
      send(
        request,
        response,
        packages.map(({ name, version }) => ({ name, version })),
      );
      return;
    }
    const name = nameIn(request.path);
    const found = packages.find((one) => one.name === name);
    if (found) {
      const { baseUrl } = placed(lock).shell;
      send(request, response, packumentOf(found, new URL(`${baseUrl}${PACKAGES_FOLDER}/`, origin).href));
      return;
    }
    const none = 'The release that is live brings no packages: it is no production build of this portal.';
    const others = `The portal has no such package; it has ${packages.map((one) => one.name).join(', ')}.`;
    refuse(response, 404, packages.length === 0 ? none : others);
  }

  return async (request, response) => {
    response.set('X-Robots-Tag', 'noindex');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('Allow', 'GET, HEAD');
      refuse(response, 405, 'Packages are only read here: they come with a release of the portal.');
      return;
    }
    try {
      await answer(request, response);
    } catch (error) {
      if (!(error instanceof LockUnusable || error instanceof PackagesUnusable)) throw error;
      const { id: requestId } = request;
      log.error({ requestId, path: request.originalUrl, err: error }, 'the packages cannot be told');
      response.set('Retry-After', String(RETRY_AFTER_SECONDS));
      refuse(response, 503, `The packages cannot be read now. Try again soon. Request ${requestId}`);
    }
  };
}
