import { mintBackendToken } from '@cytocomm/contract';
import { signedIn } from './access.ts';
import type { Answer } from './answer.ts';
import { forbidden } from './refusal.ts';
import type { FakePortal } from './state.ts';

const LIFETIME_S = 300;

/** Returns the call for tokens for the backends of teams. The keys to check them are where the signature is made, if anywhere. */
export function backendTokenCalls(portal: FakePortal, answer: Answer): void {
  const access = { ...signedIn, changesNothing: true } as const;
  answer(mintBackendToken, access, async ({ person, body: { remote, audience }, request }) => {
    const row = portal.data.remotes.find((each) => each.remote === remote);
    const backend = row?.claims.backends?.find((each) => each.audience === audience);
    if (backend === undefined || row?.switchedOff)
      throw forbidden(
        `${remote} may not call a backend ${audience}: an admin allows it in the table of remotes, and it must not be switched off.`,
      );
    const now = Math.floor(Date.now() / 1000);
    const { email: sub, name, roles } = person;
    const times = { iat: now, exp: now + LIFETIME_S, jti: 'fake' };
    const preview = request.headers.has('preview-as') && ({ preview: true } as const);
    const claims = { iss: new URL(request.url).origin, aud: audience, sub, name, roles, remote, ...preview, ...times };
    const expiresAt = new Date(Date.now() + LIFETIME_S * 1000).toISOString();
    return { token: await portal.signBackendToken(claims), origin: backend.origin, expiresAt };
  });
}
