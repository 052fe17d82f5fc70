import { setTimeout as pause } from 'node:timers/promises';
import {
  addressOf,
  changeRemote,
  type GateReport,
  type LockItem,
  listRemotes,
  lockItemSchema,
  mintedTeamTokenSchema,
  mintTeamToken,
  type Promotion,
  promoteReleases,
  publishRelease,
  type Rollback,
  readLiveLock,
  readRelease,
  releaseItemSchema,
  remoteListSchema,
  rollBack,
} from '@cytocomm/contract';
import { signIn } from '../portal/person.ts';
import type { RunningPortal } from '../portal/running-portal.ts';
import type { NewRelease } from './new-releases.ts';

/** A team that may publish and promote its remote, and the operator who may roll back. */
export interface Team {
  /** Publishes a release. Resolves to the gate's report when the gate has passed it. */
  publish(release: NewRelease): Promise<GateReport>;
  /** Promotes a published release. Resolves to the lock that is live now. */
  promote(release: NewRelease): Promise<LockItem>;
  /** Takes the remote one release back, as an operator. */
  rollBack(): Promise<LockItem>;
}

const LOOK_MS = 50;
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Signs an admin in and makes a token of the remote's team, over the portal's own calls. */
export async function formTeam(portal: RunningPortal, remote: string): Promise<Team> {
  const people = await Promise.all(['developer', 'admin'].map((name) => signIn(portal, `${name}@cytocomm.example`)));
  const ask = async (method: string, path: string, authorization: string, headers = {}, body?: BodyInit) => {
    const answer = await fetch(portal.url + path, {
      method,
      headers: { ...headers, Authorization: authorization },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text) as unknown;
  };
  const bearerOf = async (place: 0 | 1) => (await people[place]?.bearer()) ?? '';
  const { items } = remoteListSchema.parse(await ask('GET', addressOf(listRemotes), await bearerOf(0)));
  const claims = items.find((row) => row.remote === remote)?.claims;
  await ask(
    'PUT',
    addressOf(changeRemote, { remote }),
    await bearerOf(1),
    JSON_TYPE,
    JSON.stringify({ claims, mayPromote: true }),
  );
  const wanted = JSON.stringify({ remote, name: 'bench', expiresInDays: 1 });
  const minted = await ask('POST', addressOf(mintTeamToken), await bearerOf(0), JSON_TYPE, wanted);
  const bearer = `Bearer ${mintedTeamTokenSchema.parse(minted).token}`;
  return {
    async publish({ release: { release }, archive }) {
      await ask('POST', addressOf(publishRelease, { remote }), bearer, { 'Content-Type': 'application/gzip' }, archive);
      const address = addressOf(readRelease, { remote, release });
      for (;;) {
        const { gate } = releaseItemSchema.parse(await ask('GET', address, bearer));
        if (gate.outcome === 'passed') return gate;
        if (gate.outcome === 'refused') throw new Error(`the gate refused ${release}: ${JSON.stringify(gate.checks)}`);
        await pause(LOOK_MS);
      }
    },
    async promote({ release: { release } }) {
      const { id } = lockItemSchema.parse(await ask('GET', addressOf(readLiveLock), bearer));
      const promotion: Promotion = { base: id, set: [{ remote, release }] };
      return lockItemSchema.parse(
        await ask('POST', addressOf(promoteReleases), bearer, JSON_TYPE, JSON.stringify(promotion)),
      );
    },
    async rollBack() {
      const wanted: Rollback = { remote };
      return lockItemSchema.parse(
        await ask('POST', addressOf(rollBack), await bearerOf(0), JSON_TYPE, JSON.stringify(wanted)),
      );
    },
  };
}
