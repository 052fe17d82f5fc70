import type { LockedRelease } from '@cytocomm/contract';
import { loadEntryScript, type RemoteContainer } from './entry-script.ts';

declare global {
  /** Webpack's: the shared packages by scope; the federation's runtime fills it before anything else runs. */
  const __webpack_share_scopes__: { readonly default: unknown };
}

/** The name of the global that a remote's entry script leaves its container under. */
export function containerName(remote: LockedRelease): string {
  return remote.name.replaceAll('-', '_');
}

function entryUrl(remote: LockedRelease): string {
  return new URL(`${remote.baseUrl}${remote.entry}`, location.origin).href;
}

/** Loads a remote's entry and gives its container the shared packages. Rejects with EntryFailed, or what the container throws. */
export async function openContainer(remote: LockedRelease): Promise<RemoteContainer> {
  const container = await loadEntryScript(entryUrl(remote), containerName(remote));
  await container.init(__webpack_share_scopes__.default);
  return container;
}
