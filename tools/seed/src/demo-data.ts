import { type Core, createPressReleases, NO_APPROVAL_NEEDED, type Users } from '@cytocomm/api/seeding';
import { type DemoDocument, demoDocuments, demoId, seedDocuments } from './documents.ts';
import { DEMO_EVENTS, type DemoEvent, seedEvents } from './events.ts';
import { MANY_EVENTS, manyDocuments, manyPeople, manyReleases } from './large.ts';
import { DEMO_PEOPLE, type DemoPerson, seedPeople } from './people.ts';
import { DEMO_RELEASES, type DemoPressRelease } from './release-texts.ts';

const AUTHOR = 'admin@cytocomm.example';
const DAY_MS = 24 * 3600 * 1000;
/** The hour at which demo news appears, UTC. */
const HOUR = 9;

function dateOf(days: number, now: Date): Date {
  const date = new Date(now.getTime() + days * DAY_MS);
  date.setUTCHours(HOUR, 0, 0, 0);
  return date;
}

/** Adds those of the press releases that are missing. Returns how many. */
async function seedPressReleases(core: Core, demos: readonly DemoPressRelease[]): Promise<number> {
  const releases = createPressReleases(core, NO_APPROVAL_NEEDED, async () => undefined);
  const now = new Date();
  let added = 0;
  for (const { key, days, target, title, content } of demos) {
    const isNew = await releases.addOnce({
      _id: demoId(`press-release ${key}`),
      title,
      content,
      target,
      ...(days === undefined ? {} : { date: dateOf(days, now) }),
      author: AUTHOR,
      createdAt: dateOf(Math.min(days ?? 0, 0) - 1, now),
    });
    if (isNew) added += 1;
  }
  return added;
}

/** The demo data. */
export interface DemoData {
  readonly people: readonly DemoPerson[];
  readonly events: readonly DemoEvent[];
  readonly releases: readonly DemoPressRelease[];
  readonly documents: readonly DemoDocument[];
}

/** The totals of the large demo data, which includes the small. */
const LARGE = { people: 300, releases: 60, documents: 70 } as const;

/** Returns the demo data as of a day. */
export function demoData(today: Date): DemoData {
  return { people: DEMO_PEOPLE, events: DEMO_EVENTS, releases: DEMO_RELEASES, documents: demoDocuments(today) };
}

/** Returns the large demo data: 300 people, 60 press releases, 70 documents of up to 60 MB, 16 events. */
export function largeDemoData(today: Date): DemoData {
  const { people, events, releases, documents } = demoData(today);
  return {
    people: [...people, ...manyPeople(LARGE.people - people.length)],
    events: [...events, ...MANY_EVENTS],
    releases: [...releases, ...manyReleases(LARGE.releases - releases.length)],
    documents: [...documents, ...manyDocuments(LARGE.documents - documents.length, today)],
  };
}

/** How many records of each kind were added. */
export type Added = Readonly<Record<'people' | 'events' | 'press releases' | 'documents', number>>;

/** Adds the missing demo data. Returns how many of each kind. */
export async function addDemoData(
  { core, users }: { readonly core: Core; readonly users: Users },
  data: DemoData,
): Promise<Added> {
  return {
    people: await seedPeople(users, data.people),
    events: await seedEvents(core, data.events),
    'press releases': await seedPressReleases(core, data.releases),
    documents: await seedDocuments(core, data.documents),
  };
}
