import { containerName, DEADLINES } from '@cytocomm/composition';
import type { LockedRelease } from '@cytocomm/contract';
import { loadEntryScript, type RemoteContainer } from './entry-script.ts';
import { withDeadline } from './remotes.ts';

declare global {
  /** Webpack's: the shared packages by scope; the federation's runtime fills it before anything else runs. */
  const __webpack_share_scopes__: { readonly default: unknown };
}

function entryUrl(remote: LockedRelease): string {
  return new URL(`${remote.baseUrl}${remote.entry}`, location.origin).href;
}

/** Loads a remote's entry and gives its container the shared packages. Rejects with EntryFailed, or what the container throws. */
export async function openContainer(remote: LockedRelease): Promise<RemoteContainer> {
  const name = containerName(remote.name);
  const container = await loadEntryScript(entryUrl(remote), name);
  await withDeadline(container.init(__webpack_share_scopes__.default), DEADLINES.failed, `the start of ${name}`);
  return container;
}
