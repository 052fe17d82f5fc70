import { text } from 'node:stream/consumers';
import { RELEASE_COLLECTIONS } from '@cytocomm/releases';
import { type EncodedSourceMap, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { LRUCache } from 'lru-cache';
import { type Connection, mongo } from 'mongoose';
import { z } from 'zod';
import { blobModel, releaseModel } from './model.ts';

/** The largest map that is read, in bytes: those of our builds have less than half of it. */
const MAX_MAP_BYTES = 2 * 1024 * 1024;
/** The most that is kept of maps, in bytes of their files; one that was asked takes up to 25 times as much. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;
/** The most scripts of which it is kept whether they have a map: most failures of a working copy have none. */
const MAX_KEPT_MAPS = 1000;
/** How long one map may take to come, in ms. */
const READ_TIMEOUT_MS = 5000;

const mapSchema = z.object({
  version: z.literal(3),
  names: z.array(z.string()),
  sources: z.array(z.string().nullable()),
  mappings: z.string(),
});

/** A place in a source. */
interface SourcePlace {
  readonly function?: string;
  /** The path of the source below the checkout that it was built from. */
  readonly file: string;
  /** From 1, as the column. */
  readonly line: number;
  readonly column: number;
}

/** The maps of stored releases; they are never served. */
export interface SourceMaps {
  /**
   * Returns the place in the source of a place in a release's script; undefined without a map that can be used, or outside
   * of it. Throws while the database does not give the map.
   */
  placeOf(
    remote: string,
    release: string,
    script: string,
    line: number,
    column: number,
  ): Promise<SourcePlace | undefined>;
}

/** A map that was looked for. */
interface KeptMap {
  readonly map: TraceMap | undefined;
  readonly bytes: number;
}

const NO_MAP: KeptMap = { map: undefined, bytes: 0 };

/** Returns a map's content as one that can be asked; undefined when it is none. */
function parseMap(content: string): TraceMap | undefined {
  try {
    const map: EncodedSourceMap = mapSchema.parse(JSON.parse(content));
    return new TraceMap(map);
  } catch {
    return undefined;
  }
}

/** Creates the maps of a database. */
export function createSourceMaps(connection: Connection): SourceMaps {
  const releases = releaseModel(connection);
  const blobs = blobModel(connection);
  // What is not there is kept as well: a release is never changed.
  const kept = new LRUCache<string, KeptMap>({
    max: MAX_KEPT_MAPS,
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes + 1,
  });

  async function readMap(remote: string, release: string, path: string): Promise<KeptMap> {
    const stored = await releases.findOne({ remote, release }, { files: 1 }).lean();
    const hash = stored?.files.find((file) => file.path === path)?.hash;
    const blob = hash === undefined ? null : await blobs.findById(hash).lean();
    if (blob === null || blob.bytes > MAX_MAP_BYTES) return NO_MAP;
    const db = connection.getClient().db(connection.name);
    const bucket = new mongo.GridFSBucket(db, { bucketName: RELEASE_COLLECTIONS.bucket });
    const stream = bucket.openDownloadStream(blob.fileId);
    const late = setTimeout(() => stream.destroy(new Error('a source map came too slowly')), READ_TIMEOUT_MS);
    try {
      return { map: parseMap(await text(stream)), bytes: blob.bytes };
    } finally {
      clearTimeout(late);
    }
  }

  async function mapOf(remote: string, release: string, script: string): Promise<TraceMap | undefined> {
    const key = `${remote} ${release} ${script}`;
    const known = kept.get(key);
    if (known !== undefined) return known.map;
    const found = await readMap(remote, release, `${script}.map`);
    kept.set(key, found);
    return found.map;
  }

  return {
    placeOf: async (remote, release, script, line, column) => {
      const map = await mapOf(remote, release, script);
      if (map === undefined || line < 1) return undefined;
      // A map may hold anything in its mappings, which are read only now.
      try {
        const found = originalPositionFor(map, { line, column: Math.max(column - 1, 0) });
        if (found.source === null || found.line === null || found.line < 1) return undefined;
        const place = { file: found.source.slice(0, 300), line: found.line, column: (found.column ?? 0) + 1 };
        return found.name === null ? place : { function: found.name.slice(0, 100), ...place };
      } catch {
        return undefined;
      }
    },
  };
}
