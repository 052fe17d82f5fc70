import { listTeamTokens, mintTeamToken, revokeTeamToken } from '@cytocomm/contract';
import { buildTeamToken } from '../release-builders.ts';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const DAY_MS = 86_400_000;

/** Returns the calls about team tokens. */
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
      throw new Refusal('not-found', 'There is no such token, or not any more.');
    portal.data.teamTokens = others;
  });
}
