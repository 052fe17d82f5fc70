import { text } from 'node:stream/consumers';
import { RELEASE_COLLECTIONS } from '@cytocomm/releases';
import { type EncodedSourceMap, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { LRUCache } from 'lru-cache';
import { type Connection, mongo } from 'mongoose';
import { z } from 'zod';
import { blobModel, releaseModel } from './model.ts';

/** Maximum size of a map, in bytes, twice that of our builds. */
const MAX_MAP_BYTES = 2 * 1024 * 1024;
/** Size of the cache in bytes of files; a parsed map takes up to 25 times as much memory. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;
/** Maximum cached scripts, with or without a map. */
const MAX_KEPT_MAPS = 1000;
/** Timeout of reading a map, in ms. */
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
   * Maps a place in a script of a release to its source; undefined without a usable map, or outside of it. Throws if the
   * database fails.
   */
  placeOf(
    remote: string,
    release: string,
    script: string,
    line: number,
    column: number,
  ): Promise<SourcePlace | undefined>;
}

/** A cached lookup. */
interface KeptMap {
  readonly map: TraceMap | undefined;
  readonly bytes: number;
}

const NO_MAP: KeptMap = { map: undefined, bytes: 0 };

/** Parses a map; undefined if it is invalid. */
function parseMap(content: string): TraceMap | undefined {
  try {
    const map: EncodedSourceMap = mapSchema.parse(JSON.parse(content));
    return new TraceMap(map);
  } catch {
    return undefined;
  }
}

/** Creates the source maps. */
export function createSourceMaps(connection: Connection): SourceMaps {
  const releases = releaseModel(connection);
  const blobs = blobModel(connection);
  // Misses are cached, too: a release never changes.
  const cache = new LRUCache<string, KeptMap>({
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
    const cached = cache.get(key);
    if (cached !== undefined) return cached.map;
    const found = await readMap(remote, release, `${script}.map`);
    cache.set(key, found);
    return found.map;
  }

  return {
    placeOf: async (remote, release, script, line, column) => {
      const map = await mapOf(remote, release, script);
      if (map === undefined || line < 1) return undefined;
      // Invalid mappings throw only now.
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
