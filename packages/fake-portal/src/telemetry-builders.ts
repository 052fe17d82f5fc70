import {
  type FailureCause,
  failureCauseListSchema,
  type ReleaseHealth,
  releaseHealthListSchema,
} from '@cytocomm/contract';
import { buildRelease } from './release-builders.ts';

/** What of it is written as a version in place of the release's id. */
interface OfVersion {
  readonly version?: string;
}

const releaseOf = ({ remote = 'mfe-investor', version = '1.2.0' }: OfVersion & { readonly remote?: string }) => {
  const { release } = buildRelease({ remote, version });
  return { remote, release };
};

/** Returns the health of a release without failures. */
export function buildReleaseHealth({ version, ...fields }: Partial<ReleaseHealth> & OfVersion = {}): ReleaseHealth {
  const health = {
    ...releaseOf({ ...fields, ...(version !== undefined && { version }) }),
    loads: 1200,
    slow: 0,
    failures: { entry: 0, component: 0, render: 0 },
    p50: 180,
    p95: 640,
    since: '2025-02-01T08:00:00.000Z',
    ...fields,
  };
  releaseHealthListSchema.parse({ items: [health] });
  return health;
}

/** Returns a cause of failures that two clients have reported. */
export function buildFailureCause({ version, ...fields }: Partial<FailureCause> & OfVersion = {}): FailureCause {
  const cause: FailureCause = {
    ...releaseOf({ ...fields, ...(version !== undefined && { version }) }),
    component: 'AnnualReports',
    phase: 'render',
    reason: 'TypeError: reports is undefined',
    frames: [],
    clients: 2,
    firstAt: '2025-02-01T08:00:00.000Z',
    lastAt: '2025-02-02T08:00:00.000Z',
    ...fields,
  };
  failureCauseListSchema.parse({ items: [cause] });
  return cause;
}
