import { createHash, randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';

/**
 * Puts a token of a remote's team, which may promote it, into the records as an operator's call would; by default it is
 * good for an hour. Returns the token.
 */
export async function storeTeamToken(mongoUri: string, remote: string, goodForMs = 3_600_000): Promise<string> {
  const token = `cyt_${randomBytes(32).toString('base64url')}`;
  await using client = await MongoClient.connect(mongoUri);
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + goodForMs)];
  const hash = createHash('sha256').update(token).digest('hex');
  const record = {
    hash,
    remote,
    slot: goodForMs > 0 ? 0 : 1,
    name: 'a test',
    createdBy: 'a test',
    createdAt,
    expiresAt,
  };
  await client.db().collection('team_tokens').insertOne(record);
  const row = { claims: { routes: [`/${remote.slice(4)}`], sections: [], roles: [] }, mayPromote: true };
  await client.db().collection<{ _id: string }>('remotes').replaceOne({ _id: remote }, row, { upsert: true });
  return token;
}
