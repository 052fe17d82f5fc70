import { addressOf, listPressReleases } from '@cytocomm/contract';
import { MongoClient, ObjectId } from 'mongodb';
import { median } from '../statistics.ts';

const READS = 150;
const FEW = 20;
const MANY = 10_000;
const AT_ONCE = 1000;

/** How long the first 20 releases take, in ms, when there are 20 and when there are 10,000. */
export interface ReleaseTimes {
  readonly ofFewMs: number;
  readonly ofManyMs: number;
}

/** Fills the database with releases made after one that is there, and reads the first page before and after. */
export async function timeReleases(url: string, mongoUri: string): Promise<ReleaseTimes> {
  const client = await MongoClient.connect(mongoUri);
  try {
    const releases = client.db().collection('press_releases');
    const visible = { status: 'published', target: 'public' };
    const sample = await releases.findOne(visible);
    if (!sample) throw new Error('the portal has no published release to begin with');
    const fillTo = async (count: number) => {
      for (let there = await releases.countDocuments(visible); there < count; there += AT_ONCE) {
        const more = Array.from({ length: Math.min(AT_ONCE, count - there) }, (_, index) => {
          const date = new Date(sample.date.getTime() - (there + index) * 60_000);
          return { ...sample, _id: new ObjectId(), title: `Release ${there + index}`, date };
        });
        await releases.insertMany(more);
      }
    };
    const read = async (): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < READS; round += 1) {
        const start = performance.now();
        const answer = await fetch(url + addressOf(listPressReleases, {}, { limit: FEW }));
        const { items }: { readonly items: readonly unknown[] } = await answer.json();
        times.push(performance.now() - start);
        if (items.length !== FEW) throw new Error(`${items.length} releases were answered`);
      }
      return median(times.slice(READS / 3));
    };
    await fillTo(FEW);
    const ofFewMs = await read();
    await fillTo(MANY);
    // What the inserting has set off is over when reading takes no longer than before.
    await read();
    return { ofFewMs, ofManyMs: await read() };
  } finally {
    await client.close();
  }
}
