import type { Lock } from '@cytocomm/contract';

declare global {
  /** Asked by every build's loader before it adds a script or a stylesheet; see IntegrityPlugin in remote-tools. */
  var portalIntegrity: ((url: string) => string) | undefined;
}

/** A file that the lock does not name was asked for. */
export class FileNotInLock extends Error {
  override readonly name = 'FileNotInLock';
}

/**
 * Returns the look-up from a file's address to its integrity value. An address that no release of the lock holds throws
 * FileNotInLock: a page runs nothing that its lock does not vouch for.
 */
export function integrityLookup(lock: Lock, origin: string): (url: string) => string {
  const integrities = new Map<string, string>();
  for (const release of [lock.shell, ...lock.remotes])
    for (const file of release.files)
      integrities.set(new URL(`${release.baseUrl}${file.path}`, origin).href, file.integrity);
  return (url) => {
    const integrity = integrities.get(new URL(url, origin).href);
    if (integrity === undefined) throw new FileNotInLock(`${url} is not in lock ${lock.id}`);
    return integrity;
  };
}
