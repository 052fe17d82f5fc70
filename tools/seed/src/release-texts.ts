import type { ReleaseTarget } from '@cytocomm/contract';

/** A demo press release. */
export interface DemoRelease {
  readonly key: string;
  /** Days from the day of seeding; one in the future is scheduled, none is a draft. */
  readonly days: number | undefined;
  readonly target: readonly ReleaseTarget[];
  readonly title: string;
  readonly content: string;
}

const NOTICE =
  '<p>The biosensor is for preclinical animal research. It is not offered for human use and not approved by any regulator.</p>';

/** The demo press releases, oldest first. */
export const DEMO_RELEASES: readonly DemoRelease[] = [
  {
    key: 'first-curve',
    days: -410,
    target: ['public'],
    title: 'One animal, one curve, thirty days',
    content:
      '<p>Cytocomm has followed a single implant for thirty days and read it every few minutes. The company claims up to thirty days of monitoring for its platform; this study is its first to last that long.</p>' +
      '<p>The implant is a capsule of engineered cells under the skin. A reader outside takes the signal. Nobody has to draw a sample to see what the cells see.</p>' +
      NOTICE,
  },
  {
    key: 'toxicology',
    days: -290,
    target: ['public'],
    title: 'A cell line for toxicology screening',
    content:
      '<p>A new cell line answers to stress in the liver. It joins the lines for oncology, gene expression and inflammation.</p>' +
      '<ul><li>By the company’s own measurement it reports within hours of a dose.</li><li>It is read by the same reader and the same software.</li><li>Laboratories can start with a comparison against their own samples.</li></ul>' +
      NOTICE,
  },
  {
    key: 'round',
    days: -240,
    target: ['investors'],
    title: 'What the last round is spent on',
    content:
      '<p>Half of the round goes into the capsule and its production, a third into cell lines, the rest into software. This note gives the plan by quarter and what has to be shown before the next step.</p>' +
      '<ol><li>A second supplier for readers.</li><li>Two comparison studies in other laboratories.</li><li>Alert triggers in the software.</li></ol>',
  },
  {
    key: 'buffalo',
    days: -180,
    target: ['public'],
    title: 'The laboratory in Buffalo opens its doors',
    content:
      '<p>Twice a year we show how a capsule is made, filled and read. Visitors see the cells under the microscope and their signal on the screen, side by side.</p><p>Places are few; write to us by the contact form.</p>',
  },
  {
    key: 'software-export',
    days: -121,
    target: ['public'],
    title: 'The software exports a whole study as one file',
    content:
      '<p>Values, doses, notes and the numbers of capsules and readers leave the software together, in a format that statistics programs read. What is exported can be imported again, at another site or years later.</p>',
  },
  {
    key: 'half-year',
    days: -95,
    target: ['investors'],
    title: 'Half-year figures are in the portal',
    content:
      '<p>The report of the first half is among the annual reports in your dashboard. The call for questions is in the calendar.</p>',
  },
  {
    key: 'partners',
    days: -60,
    target: ['public', 'investors'],
    title: 'Two laboratories compare the sensor with samples',
    content:
      '<p>Two contract laboratories run the same oncology study twice: once with samples at fixed times, once with the implant. The question is what the samples miss between two times.</p>' +
      '<p>Results are published, whatever they are.</p>' +
      NOTICE,
  },
  {
    key: 'careers',
    days: -33,
    target: ['public'],
    title: 'We are looking for two colleagues',
    content:
      '<p>A biomedical engineer in Buffalo, and a data scientist, remote or hybrid. The careers page says what the work is and what it asks for.</p>',
  },
  {
    key: 'board',
    days: -14,
    target: ['investors'],
    title: 'Agenda of the annual general meeting',
    content:
      '<p>The meeting elects two directors and decides on the plan for the coming year. The papers are in the dashboard; the date is in the calendar.</p>',
  },
  {
    key: 'readers',
    days: -5,
    target: ['public'],
    title: 'A lighter reader for small animals',
    content:
      '<p>The new reader weighs a third less and keeps its place better. Existing capsules and studies go on with it; nothing has to be set up anew.</p>' +
      NOTICE,
  },
  {
    key: 'conference',
    days: 9,
    target: ['public'],
    title: 'Meet us at the conference on preclinical models',
    content: '<p>We show a running study at our stand, and speak on what happens between two samples.</p>',
  },
  {
    key: 'draft',
    days: undefined,
    target: ['public'],
    title: 'Alert triggers: a first look',
    content: '<p>A draft. The software will tell when a curve leaves the range that you have set.</p>',
  },
];
