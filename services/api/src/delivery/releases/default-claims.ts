import { type Claims, type Release, releaseSchema } from '@cytocomm/contract';
import type { Connection } from 'mongoose';
import { releaseModel } from './model.ts';

/** The newest release of a remote, and its claims. */
export interface RequestedClaims {
  readonly release: string;
  readonly claims: Claims;
}

const unique = <Name extends string>(names: readonly Name[]) => [...new Set(names)];

function claimsIn({ routes, links, sections, roles = [], backends = [] }: Release['contributions']): Claims {
  return {
    routes: unique(routes.map(({ path }) => path)),
    sections: unique(sections.map(({ id }) => id)),
    roles: unique([...sections.flatMap(({ role, alsoFor }) => [role, ...alsoFor]), ...roles.map(({ name }) => name)]),
    // Every remote has the first two.
    ...(links.length > 0 && {
      links: unique(['company' as const, 'account' as const, ...links.map(({ group }) => group)]),
    }),
    backends,
  };
}

/** Returns the claims of the newest release of a remote, refused or not; undefined without a release. */
export async function readRequestedClaims(
  connection: Connection,
  remote: string,
): Promise<RequestedClaims | undefined> {
  const newest = await releaseModel(connection).findOne({ remote }).sort({ publishedAt: -1, _id: -1 }).lean();
  if (newest === null) return undefined;
  const { contributions } = releaseSchema.parse(JSON.parse(newest.manifest));
  return { release: newest.release, claims: claimsIn(contributions) };
}

/** Merges claims; of a backend in both, the later origin counts. */
export function joinClaims(one: Claims, later: Claims): Claims {
  const backends = new Map([...(one.backends ?? []), ...(later.backends ?? [])].map((each) => [each.audience, each]));
  return {
    routes: unique([...one.routes, ...later.routes]),
    sections: unique([...one.sections, ...later.sections]),
    roles: unique([...one.roles, ...later.roles]),
    ...((one.links || later.links) && { links: unique([...(one.links ?? []), ...(later.links ?? [])]) }),
    ...(backends.size > 0 && { backends: [...backends.values()] }),
  };
}

/** The claims of built-in remotes without a row. */
export const DEFAULT_CLAIMS: Readonly<Record<string, Claims>> = {
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
