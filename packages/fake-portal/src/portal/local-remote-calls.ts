import {
  allowLocalRemote,
  fitLocalRemote,
  lockedReleaseSchema,
  readLocalRemote,
  releaseSchema,
  stopLocalRemote,
} from '@cytocomm/contract';
import { ownPages, roles } from './access.ts';
import type { Answer } from './answer.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const HOUR_MS = 3_600_000;

/** Returns the calls about a remote of one's own machine. Whatever is a release of the permitted remote fits here. */
export function localRemoteCalls(portal: FakePortal, answer: Answer): void {
  const operator = roles('developer', 'admin');

  answer(allowLocalRemote, operator, ({ body: { remote, origin, hours } }) => {
    const expiresAt = new Date(Date.now() + hours * HOUR_MS).toISOString();
    portal.data.localRemote = { remote, origin, expiresAt };
    return portal.data.localRemote;
  });
  answer(readLocalRemote, operator, () => ({ localRemote: portal.data.localRemote }));
  answer(stopLocalRemote, ownPages, () => {
    portal.data.localRemote = null;
  });
  answer(fitLocalRemote, { ...operator, ignoresPreview: true }, ({ body }) => {
    const { localRemote } = portal.data;
    if (localRemote === null)
      throw new Refusal('not-found', 'This browser may not load a remote from your own machine, or not any more.');
    const parsed = releaseSchema.safeParse(body.release);
    if (!parsed.success || parsed.data.name !== localRemote.remote)
      throw new Refusal('release-invalid', `${localRemote.origin} serves no release of ${localRemote.remote}.`);
    const { api: _api, sharedNames: _names, ...release } = parsed.data;
    return { release: lockedReleaseSchema.parse({ ...release, baseUrl: `${localRemote.origin}/` }) };
  });
}
