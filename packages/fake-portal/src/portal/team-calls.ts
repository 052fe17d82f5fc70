import {
  allowLocalRemote,
  fitLocalRemote,
  listTeamTokens,
  lockedReleaseSchema,
  mintBackendToken,
  mintTeamToken,
  readLocalRemote,
  releaseSchema,
  revokeTeamToken,
  stopLocalRemote,
} from '@cytocomm/contract';
import { buildTeamToken } from '../builders.ts';
import { ownPages, roles, signedIn } from './access.ts';
import type { Answer } from './answer.ts';
import { forbidden, Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const TOKEN_LIFETIME_S = 300;

/** Adds the call for tokens for the backends of teams. The keys to check them are where the signature is made, if anywhere. */
export function backendTokenCalls(portal: FakePortal, answer: Answer): void {
  const access = { ...signedIn, changesNothing: true } as const;
  answer(mintBackendToken, access, async ({ person, body: { remote, audience }, request }) => {
    const row = portal.data.remotes.find((each) => each.remote === remote);
    const backend = row?.claims.backends?.find((each) => each.audience === audience);
    if (backend === undefined || row?.switchedOff)
      throw forbidden(
        `${remote} may not call a backend ${audience}: an admin must allow it in the table of remotes, and the remote must be switched on.`,
      );
    const now = Math.floor(Date.now() / 1000);
    const { email: sub, name, roles } = person;
    const times = { iat: now, exp: now + TOKEN_LIFETIME_S, jti: 'fake' };
    const preview = request.headers.has('preview-as') && ({ preview: true } as const);
    const claims = { iss: new URL(request.url).origin, aud: audience, sub, name, roles, remote, ...preview, ...times };
    const expiresAt = new Date(Date.now() + TOKEN_LIFETIME_S * 1000).toISOString();
    return { token: await portal.signBackendToken(claims), origin: backend.origin, expiresAt };
  });
}

const DAY_MS = 86_400_000;

/** Adds the calls about team tokens. */
export function teamTokenCalls(portal: FakePortal, answer: Answer): void {
  const operator = roles('developer', 'admin');

  answer(mintTeamToken, operator, ({ person, body: { remote, name, expiresInDays } }) => {
    const expiresAt = new Date(Date.now() + expiresInDays * DAY_MS).toISOString();
    const token = buildTeamToken({ remote, name, createdBy: person.email, expiresAt });
    portal.data.teamTokens = [token, ...portal.data.teamTokens];
    return { ...token, token: `cyt_${token.id}secret` };
  });
  answer(listTeamTokens, operator, () => ({ items: portal.data.teamTokens }));
  answer(revokeTeamToken, operator, ({ params }) => {
    const others = portal.data.teamTokens.filter(({ id }) => id !== params.id);
    if (others.length === portal.data.teamTokens.length)
      throw new Refusal('not-found', 'There is no such token. It may have been revoked or expired.');
    portal.data.teamTokens = others;
  });
}

const HOUR_MS = 3_600_000;

/** Adds the calls about a remote of one's own machine. Any release of the permitted remote fits here. */
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
      throw new Refusal(
        'not-found',
        'This browser has no permission to load a remote from your machine, or it has expired.',
      );
    const parsed = releaseSchema.safeParse(body.release);
    if (!parsed.success || parsed.data.name !== localRemote.remote)
      throw new Refusal('release-invalid', `${localRemote.origin} serves no release of ${localRemote.remote}.`);
    const { api: _api, sharedNames: _names, ...release } = parsed.data;
    return { release: lockedReleaseSchema.parse({ ...release, baseUrl: `${localRemote.origin}/` }) };
  });
}
