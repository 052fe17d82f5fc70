import { builtInRoleSchema, type Role } from '@cytocomm/contract';
import type { DemoDocument } from './documents.ts';
import type { DemoEvent } from './events.ts';
import type { DemoPerson } from './people.ts';
import type { DemoPressRelease } from './release-texts.ts';

// What little data hides: long lists, long names, several scripts, equal titles, days with much in them, large files.

const DAY_MS = 24 * 3600 * 1000;
const MB = 1024 * 1024;

const GIVEN = [
  ...['Amelie', 'Bruno', 'Chidi', 'Dana', 'Émile', 'Fatima', 'Grzegorz', 'Hana', 'İpek', 'João'],
  ...['Katalin', 'Lars', 'Mei', 'Nguyễn', 'Olga', 'Pádraig', 'Quentin', 'Rósa', 'Søren', 'Θάλεια'],
];
const FAMILY = [
  ...[
    'Abe',
    'Brzęczyszczykiewicz',
    'Castellanos',
    "D'Angelo",
    'Eriksson',
    'Featherstonehaugh',
    'García Márquez',
    'Hoffmann',
  ],
  ...['Ito', 'Jónsdóttir', 'Kowalska', 'Łukasz', 'Müller-Lüdenscheidt', 'Nakamura', 'Okonkwo'],
];
/** Most people are investors and customers, as in any portal. */
const HELD: readonly (readonly Role[])[] = [
  ['investor'],
  ['customer'],
  ['investor'],
  ['investor', 'customer'],
  ['developer'],
];

/** `count` people, one of whom has every role. */
export function manyPeople(count: number): readonly DemoPerson[] {
  return Array.from({ length: count }, (_, index) => {
    const givenName = GIVEN[index % GIVEN.length] ?? '';
    const family = FAMILY[Math.floor(index / GIVEN.length) % FAMILY.length] ?? '';
    const number = String(index + 1).padStart(3, '0');
    return {
      email: `person-${number}@large.example`,
      name: `${givenName} ${family}`,
      roles: index === 0 ? builtInRoleSchema.options : (HELD[index % HELD.length] ?? []),
    };
  });
}

const SUBJECTS = [
  'A reader for four cages at once',
  'Results of the quarter',
  'Comparison of implanted sensors with samples drawn by hand in three independent laboratories over ninety days',
  'New cell line',
  'Software 4: dashed lines for gaps, and doses beside the curve',
  'Conference on preclinical models: our talk, our poster, and where to find us',
];
const PARAGRAPH =
  '<p>The capsule of engineered cells stays under the skin; a reader outside takes its signal every few minutes. Laboratories see a curve where they had single values.</p>';
const TARGETS: readonly DemoPressRelease['target'][] = [['public'], ['investors'], ['public', 'investors'], ['public']];
/** Days between two press releases. */
const RELEASE_EVERY = 9;

/** `count` press releases over the last months: some of them drafts, one scheduled, one as long as they get in practice. */
export function manyReleases(count: number): readonly DemoPressRelease[] {
  return Array.from({ length: count }, (_, index) => {
    const draft = index % 10 === 7;
    const days = index === 0 ? 5 : -index * RELEASE_EVERY;
    return {
      key: `large-${index}`,
      days: draft ? undefined : days,
      target: TARGETS[index % TARGETS.length] ?? ['public'],
      title: SUBJECTS[index % SUBJECTS.length] ?? '',
      content: PARAGRAPH.repeat(index === 1 ? 60 : 1 + (index % 4)),
    };
  });
}

const VISIBILITIES: readonly DemoDocument['visibility'][] = ['investor', 'customer', 'public'];
/** Of each visibility; some documents have none. */
const KINDS: Readonly<Record<DemoDocument['visibility'], readonly DemoDocument['kind'][]>> = {
  investor: ['cap-table', 'minutes', 'presentation', 'half-year-report', undefined],
  customer: ['sop', 'note', 'sop', undefined],
  public: ['presentation', 'other', undefined],
};

/** The size of a document, by its place: one of 60 MB, some of several, most of a page. */
function sizeOf(index: number): number {
  if (index === 0) return 60 * MB;
  if (index % 20 === 0) return 25 * MB;
  return index % 6 === 0 ? 3 * MB : 0;
}

/** `count` documents up to 60 MB, over the last years. */
export function manyDocuments(count: number, today: Date): readonly DemoDocument[] {
  return Array.from({ length: count }, (_, index) => {
    const visibility = VISIBILITIES[index % VISIBILITIES.length] ?? 'public';
    const kinds = KINDS[visibility];
    const kind = kinds[Math.floor(index / VISIBILITIES.length) % kinds.length];
    const date = new Date(today.getTime() - index * 11 * DAY_MS);
    const title = `${SUBJECTS[index % SUBJECTS.length]}, part ${1 + Math.floor(index / SUBJECTS.length)}`;
    return {
      key: `large-${index}`,
      title,
      fileName: `${title.replace(/[^\w ,]/g, '')}.pdf`,
      visibility,
      ...(kind && { kind, ...(visibility === 'customer' ? {} : { year: date.getUTCFullYear() }) }),
      ...(kind === 'sop' && { revision: String(1 + (index % 4)) }),
      date,
      sections: [
        { heading: 'In short', paragraphs: ['A page of a demonstration. It says nothing about any company.'] },
      ],
      atLeastBytes: sizeOf(index),
    };
  });
}

/** Events beside the demo events: four on one day, one with a long title, one long past, one far ahead. */
export const MANY_EVENTS: readonly DemoEvent[] = [
  [3, '08:00', 'Breakfast with the board'],
  [3, '11:00', 'Visit of a laboratory'],
  [3, '14:00', 'Call with investors'],
  [3, undefined, 'Day of the open laboratory'],
  [
    12,
    '16:30',
    'Webinar: comparison of implanted sensors with samples drawn by hand in three independent laboratories',
  ],
  [-400, undefined, 'Annual general meeting'],
  [330, undefined, 'Annual general meeting'],
  [75, '23:30', 'Change of the servers at night'],
];
