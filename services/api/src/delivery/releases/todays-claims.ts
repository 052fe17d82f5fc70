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

/** What the remotes of the first release may claim until an admin sets something else: what they had then. */
export const TODAYS_CLAIMS: Readonly<Record<string, Claims>> = {
  shell: { routes: ['/dashboard'], sections: [], roles: [] },
  'mfe-marketing': {
    routes: [
      '/',
      '/platform',
      '/preclinical',
      '/cell-lines',
      '/software',
      '/wearables',
      '/about',
      '/news',
      '/news/*',
      '/partners',
      '/investors',
      '/careers',
      '/contact',
      '/privacy',
      '/accessibility',
      '/alerts/*',
    ],
    sections: [],
    roles: [],
  },
  'mfe-auth': { routes: ['/auth-handler', '/account/*', '/documents'], sections: [], roles: [] },
  'mfe-admin': { routes: [], sections: ['admin-*'], roles: ['admin'] },
  'mfe-investor': {
    routes: [],
    sections: ['annual-reports', 'investor-*', 'company-news', 'calendar-overview'],
    roles: ['investor', 'admin'],
  },
  'mfe-customer': {
    routes: [],
    sections: [
      'customer-*',
      'notes-and-sops',
      'calendar-admin',
      'calendar-investor',
      'calendar-customer',
      'calendar-developer',
    ],
    roles: ['customer', 'investor', 'admin', 'developer'],
  },
  'mfe-calendar': {
    routes: [],
    sections: ['calendar-*'],
    roles: ['admin', 'investor', 'customer', 'developer'],
  },
  'mfe-developer': {
    routes: [],
    sections: [
      'what-is-live',
      'release-health',
      'failures',
      'releases',
      'deployments',
      'team-tokens',
      'local-remote',
      'releases-in-this-page',
      'error-log',
      'developer-*',
    ],
    roles: ['developer'],
  },
};
