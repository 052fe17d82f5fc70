import type { Users } from '../../identity/users/service.ts';
import type { Core } from '../../platform/core.ts';
import { type DemoDocument, demoDocuments } from './document-texts.ts';
import { seedDocuments } from './documents.ts';
import { DEMO_EVENTS, type DemoEvent, seedEvents } from './events.ts';
import { MANY_EVENTS, manyDocuments, manyPeople, manyReleases } from './large.ts';
import { DEMO_PEOPLE, type DemoPerson, seedPeople } from './people.ts';
import { seedPressReleases } from './press-releases.ts';
import { DEMO_RELEASES, type DemoRelease } from './release-texts.ts';

/** The demo data. */
export interface DemoData {
  readonly people: readonly DemoPerson[];
  readonly events: readonly DemoEvent[];
  readonly releases: readonly DemoRelease[];
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
