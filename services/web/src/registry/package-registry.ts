import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGES_FOLDER, RELEASE_MANIFEST } from '@cytocomm/composition';
import { integrityOf } from '@cytocomm/composition/node';
import { type Lock, type LockedRelease, releaseSchema } from '@cytocomm/contract';
import { hasOwnId, PACKAGES_INDEX, type PackageIndex, packageIndexSchema } from '@cytocomm/releases';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type LockSource, LockUnusable } from '../lock-source.ts';

/** The packages in the shell's release cannot be told. The message names the release and why. */
class PackagesUnusable extends Error {
  override readonly name = 'PackagesUnusable';

  constructor({ release }: LockedRelease, why: string, options?: ErrorOptions) {
    super(`The packages of shell ${release} cannot be used: ${why}`, options);
  }
}

const NONE: PackageIndex = [];
/** The part of a manifest that tells whether there are packages: the rest may be older than the contract. */
const filesSchema = z.object({ files: releaseSchema.shape.files });

async function readPackages(releasesDir: string, shell: LockedRelease): Promise<PackageIndex> {
  const dir = join(releasesDir, shell.name, shell.release);
  const value: unknown = JSON.parse(await readFile(join(dir, RELEASE_MANIFEST), 'utf8'));
  const { files } = filesSchema.parse(value);
  const listed = new Map(files.map((file) => [file.path, file]));
  const index = listed.get(PACKAGES_INDEX);
  if (index === undefined) return NONE;
  // The signed lock names the id, the id follows from all files, and their hashes lead to the packages.
  const manifest = releaseSchema.parse(value);
  if (manifest.release !== shell.release || !hasOwnId(manifest))
    throw new PackagesUnusable(shell, 'its release.json was changed after it was made');
  const content = await readFile(join(dir, PACKAGES_INDEX));
  if (integrityOf(content) !== index.integrity)
    throw new PackagesUnusable(shell, `${PACKAGES_INDEX} is not what its release.json lists`);
  const packages = packageIndexSchema.parse(JSON.parse(content.toString('utf8')));
  const missing = packages.find(({ file }) => !listed.has(`${PACKAGES_FOLDER}/${file}`));
  if (missing) throw new PackagesUnusable(shell, `${missing.file} is not among its files`);
  return packages;
}

/**
 * Returns the function that returns the packages in a shell's release, none for one without; those of the last release stay
 * in memory. It rejects with PackagesUnusable.
 */
function releasePackages(releasesDir: string): (shell: LockedRelease) => Promise<PackageIndex> {
  let last: { readonly release: string; readonly packages: Promise<PackageIndex> } | undefined;

  async function read(shell: LockedRelease): Promise<PackageIndex> {
    try {
      return await readPackages(releasesDir, shell);
    } catch (error) {
      // Its files may be mended, or come later.
      if (last?.release === shell.release) last = undefined;
      if (error instanceof PackagesUnusable) throw error;
      throw new PackagesUnusable(shell, String(error), { cause: error });
    }
  }

  return (shell) => {
    if (last?.release !== shell.release) last = { release: shell.release, packages: read(shell) };
    return last.packages;
  };
}

/** Returns what npm asks for of a package whose archive lies below `folder`, an absolute address that ends with a slash. */
function packumentOf({ name, version, file, integrity, shasum, manifest }: PackageIndex[number], folder: string) {
  const dist = { tarball: folder + file, integrity, shasum };
  const described = { ...manifest, name, version, _id: `${name}@${version}`, dist };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: described } };
}

/** The abbreviated form that npm requests when it installs. */
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
