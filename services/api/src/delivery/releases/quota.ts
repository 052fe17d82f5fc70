import { RELEASE_RETENTION_DAYS } from '@cytocomm/releases';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { ApiError } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { recordOptions } from '../../platform/database/record.ts';
import type { HashedFile } from './inspect-release.ts';
import { releaseModel } from './model.ts';

/** Lifetime of a reservation, in ms, longer than any publication. */
const RESERVED_MS = 3600_000;
const MB = 1024 * 1024;

/** Room reserved for a running publication. */
interface ReservationRecord {
  readonly _id: Types.ObjectId;
  readonly remote: string;
  readonly bytes: number;
  readonly expiresAt: Date;
}

const schema = new Schema<ReservationRecord>(
  {
    remote: { type: String, required: true },
    bytes: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  recordOptions('release_reservations'),
);
schema.index({ remote: 1, expiresAt: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Returns the model of reservations. */
export function reservationModel(connection: Connection): Model<ReservationRecord> {
  return connection.model<ReservationRecord>('ReleaseReservation', schema);
}

/** Limits the stored size of the releases of a remote. */
export interface ReleaseQuota {
  /**
   * Reserves room for the files of a release. Returns a function that ends the reservation. Throws 409 beyond the quota; of two
   * concurrent releases that fit only one by one, both may be refused.
   */
  reserve(remote: string, files: readonly HashedFile[]): Promise<() => Promise<void>>;
}

const inMb = (bytes: number) => (bytes / MB).toFixed(1);

/** Creates the quota of each remote. */
export function createReleaseQuota({ config, database }: Pick<Core, 'config' | 'database'>): ReleaseQuota {
  const releases = releaseModel(database.connection);
  const reservations = reservationModel(database.connection);

  /** Returns the size of each content that releases of a remote list. */
  async function bytesByHash(remote: string): Promise<Map<string, number>> {
    const rows = await releases.aggregate<{ _id: string; bytes: number }>([
      { $match: { remote, 'gate.outcome': { $ne: 'refused' } } },
      { $project: { 'files.hash': 1, 'files.bytes': 1 } },
      { $unwind: '$files' },
      { $group: { _id: '$files.hash', bytes: { $first: '$files.bytes' } } },
    ]);
    return new Map(rows.map(({ _id, bytes }) => [_id, bytes]));
  }

  async function reservedBytes(remote: string): Promise<number> {
    const rows = await reservations.find({ remote, expiresAt: { $gt: database.now() } }, { bytes: 1 }).lean();
    return rows.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  return {
    reserve: async (remote, files) => {
      const stored = await bytesByHash(remote);
      const added = new Map(files.filter(({ hash }) => !stored.has(hash)).map(({ hash, bytes }) => [hash, bytes]));
      const sum = (bytes: Iterable<number>) => [...bytes].reduce((all, each) => all + each, 0);
      const more = sum(added.values());
      const expiresAt = new Date(database.now().getTime() + RESERVED_MS);
      const { _id } = await reservations.create({ remote, bytes: more, expiresAt });
      const giveBack = async () => {
        // If this fails, the reservation expires.
        await reservations.deleteOne({ _id }).catch(() => undefined);
      };
      // Read again with concurrent reservations: some may have become releases.
      const used = sum((await bytesByHash(remote)).values());
      const all = used + (await reservedBytes(remote));
      if (all <= config.maxReleasesBytes) return giveBack;
      await giveBack();
      const detail =
        `${remote} has ${inMb(used)} MB of releases stored and may have ${inMb(config.maxReleasesBytes)} MB; ` +
        `this one needs ${inMb(more)} MB more. Make it smaller, wait until old ones are removed ` +
        `(after ${RELEASE_RETENTION_DAYS} days), or ask an operator to raise MAX_RELEASES_MB.`;
      throw new ApiError(409, 'quota-exceeded', detail);
    },
  };
}
