import {
  type LockItem,
  lockItemSchema,
  type ReleaseItem,
  type RemoteItem,
  releaseItemSchema,
  remoteItemSchema,
  type TeamToken,
  teamTokenSchema,
} from '@cytocomm/contract';
import { buildId } from './builders.ts';

/** The parts of a lock as a test writes them: names and versions. */
export interface LockFields extends Partial<Omit<LockItem, 'shell' | 'remotes'>> {
  readonly shell?: string;
  readonly remotes?: Readonly<Record<string, string>>;
}

/** Returns the id of the release of a version, the same each time: `1.2.0-…`. */
function releaseId(remote: string, version: string): string {
  let hash = 7;
  for (const character of `${remote} ${version}`) hash = (hash * 31 + character.charCodeAt(0)) % 0xffffffff;
  return `${version}-${hash.toString(16).padStart(8, '0')}c0de`;
}

/** Returns a release that the gate has passed. */
export function buildRelease(fields: Partial<ReleaseItem> = {}): ReleaseItem {
  const remote = fields.remote ?? 'mfe-investor';
  const version = fields.version ?? '1.2.0';
  return releaseItemSchema.parse({
    remote,
    version,
    release: releaseId(remote, version),
    digest: 'd1ce'.padEnd(64, '0'),
    publishedAt: '2025-02-01T08:00:00.000Z',
    publishedBy: 'investor pipeline',
    size: 182_000,
    live: false,
    gate: {
      outcome: 'passed',
      checks: [
        { rule: 'files', outcome: 'passed', message: `${remote} ${version}: 12 files are what release.json says.` },
        { rule: 'trial-run', outcome: 'skipped', message: 'There is no browser here.' },
      ],
    },
    ...fields,
  });
}

let lastLock = 0;

/** Returns a lock of these versions; each call gives another id. */
export function buildLock({
  shell = '1.0.0',
  remotes = { 'mfe-investor': '1.2.0' },
  ...fields
}: LockFields = {}): LockItem {
  lastLock += 1;
  const part = ([name, version]: readonly [string, string]) => ({ name, version, release: releaseId(name, version) });
  return lockItemSchema.parse({
    id: ((lastLock * 2_654_435_761) % 0xffffffff).toString(16).padStart(8, '0').padEnd(64, '0'),
    base: null,
    createdAt: '2025-02-01T08:00:00.000Z',
    createdBy: 'developer@cytocomm.example',
    reason: '',
    shell: part(['shell', shell]),
    remotes: Object.entries(remotes).map(part),
    ...fields,
  });
}

/** Returns a remote of the table of claims. */
export function buildRemote(fields: Partial<RemoteItem> = {}): RemoteItem {
  return remoteItemSchema.parse({
    remote: 'mfe-investor',
    claims: { routes: [], sections: [], roles: ['investor', 'customer'] },
    mayPromote: false,
    switchedOff: null,
    ...fields,
  });
}

/** Returns a team token that has not expired for long. */
export function buildTeamToken(fields: Partial<TeamToken> = {}): TeamToken {
  return teamTokenSchema.parse({
    id: fields.id ?? buildId(),
    remote: 'mfe-investor',
    name: 'investor pipeline',
    createdBy: 'developer@cytocomm.example',
    expiresAt: '2125-02-01T08:00:00.000Z',
    ...fields,
  });
}
