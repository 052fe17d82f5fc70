import type { KeyObject } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { localRemoteCookie } from '@cytocomm/composition';
import { sessionKeyOf } from '@cytocomm/composition/node';
import type { LocalRemote, Lock } from '@cytocomm/contract';
import { readLocalPermission } from '@cytocomm/releases';
import { contractSince } from './contract-since.ts';

/** The first contract whose shell loads a remote from the own machine. */
const LOADED_SINCE = [1, 5] as const;

/** What permissions are held against. */
export interface LocalRemoteOptions {
  /** The portal's address, from the settings. */
  readonly publicUrl: string;
  /** One of them must have signed a permission; without any none counts. */
  readonly publicKeys: readonly KeyObject[];
  /** Returns the present time; the clock's by default. */
  readonly now?: () => Date;
}

/** A remote that a page loads from the visitor's own machine. */
export interface PermittedRemote {
  /** What the page is told. */
  readonly local: LocalRemote;
  /** The origins of the backends that the remote may call. */
  readonly backends: readonly string[];
}

/**
 * Returns the function that returns which remote a page loads from the visitor's own machine: by the permission that the
 * API has signed for this sign-in. Undefined for everybody else, and with a shell that cannot do it. The database is not
 * asked: that the person may still have it is checked by the API before the page loads anything from there.
 */
export function localRemotes({
  publicUrl,
  publicKeys,
  now = () => new Date(),
}: LocalRemoteOptions): (request: IncomingMessage, lock: Lock) => PermittedRemote | undefined {
  const portal = new URL(publicUrl).origin;
  const pattern = new RegExp(`(?:^|;)\\s*${localRemoteCookie(publicUrl)}=([\\w.-]+)\\s*(?:;|$)`);
  return ({ headers: { cookie = '' } }, lock) => {
    const value = pattern.exec(cookie)?.[1];
    if (value === undefined || !contractSince(lock, LOADED_SINCE)) return undefined;
    const session = sessionKeyOf(cookie, publicUrl);
    if (session === undefined) return undefined;
    const permission = readLocalPermission(value, { portal, session, now: now(), publicKeys });
    if (permission === undefined) return undefined;
    const { remote, origin, expiresAt, backends = [] } = permission;
    return { local: { remote, origin, expiresAt }, backends: backends.map((backend) => backend.origin) };
  };
}
