// Run once by mongosh at a mongos, when the portal's database has been moved into a sharded cluster: the collections that grow with
// what people do, each by a key that its unique indexes begin with. It has not been run on a cluster. All else stays whole.
const portal = 'portal';

/** The key that each collection is divided by. */
const SHARDED = {
  // The pieces of a file lie together, and are read in their order.
  'fs.chunks': { files_id: 1, n: 1 },
  // The rows of a segment lie together, and are proved in their order.
  audit: { _id: 1 },
  // Both are hashes, so that what is new falls anywhere.
  document_accesses: { occasion: 1 },
  sessions: { _id: 1 },
  limits: { key: 1 },
};

sh.enableSharding(portal);
for (const [collection, key] of Object.entries(SHARDED)) sh.shardCollection(`${portal}.${collection}`, key);
