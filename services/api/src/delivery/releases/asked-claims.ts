import { type Claims, type Release, releaseSchema } from '@cytocomm/contract';
import type { Connection } from 'mongoose';
import { releaseModel } from './model.ts';

/** The newest release of a remote, and what it claims. */
export interface AskedClaims {
  readonly release: string;
  readonly claims: Claims;
}

const each = <Name extends string>(names: readonly Name[]) => [...new Set(names)];

function claimsIn({ routes, links, sections, roles = [], backends = [] }: Release['contributions']): Claims {
  return {
    routes: each(routes.map(({ path }) => path)),
    sections: each(sections.map(({ id }) => id)),
    roles: each([...sections.flatMap(({ role, alsoFor }) => [role, ...alsoFor]), ...roles.map(({ name }) => name)]),
    // Without a row of its own a remote has these.
    ...(links.length > 0 && {
      links: each(['company' as const, 'account' as const, ...links.map(({ group }) => group)]),
    }),
    backends,
  };
}

/** Returns what the newest release of a remote claims, refused or not; undefined when it has published nothing. */
export async function readAskedClaims(connection: Connection, remote: string): Promise<AskedClaims | undefined> {
  const newest = await releaseModel(connection).findOne({ remote }).sort({ publishedAt: -1, _id: -1 }).lean();
  if (newest === null) return undefined;
  const { contributions } = releaseSchema.parse(JSON.parse(newest.manifest));
  return { release: newest.release, claims: claimsIn(contributions) };
}

/** Returns two sets of claims as one; of a backend that both have, the later origin. */
export function joinClaims(one: Claims, later: Claims): Claims {
  const backends = new Map([...(one.backends ?? []), ...(later.backends ?? [])].map((each) => [each.audience, each]));
  return {
    routes: each([...one.routes, ...later.routes]),
    sections: each([...one.sections, ...later.sections]),
    roles: each([...one.roles, ...later.roles]),
    ...((one.links || later.links) && { links: each([...(one.links ?? []), ...(later.links ?? [])]) }),
    ...(backends.size > 0 && { backends: [...backends.values()] }),
  };
}
