import type { DocumentDetails } from '@cytocomm/api/seeding';
import type { Visibility } from '@cytocomm/contract';
import type { PdfText } from './pdf.ts';

/** A demo document before it is written as a PDF. */
export interface DemoDocument extends Omit<PdfText, 'author'>, DocumentDetails {
  /** Names the record, whatever its title says this year. */
  readonly key: string;
  readonly fileName: string;
  readonly visibility: Visibility;
}

const NOTICE =
  'The biosensor is for preclinical animal research. It is not offered for human use and not approved by any regulator.';

function annualReport(year: number, key: string): DemoDocument {
  return {
    key,
    title: `Annual report ${year}`,
    fileName: `Cytocomm annual report ${year}.pdf`,
    visibility: 'investor',
    ...{ kind: 'annual-report', year },
    date: new Date(Date.UTC(year + 1, 2, 14, 9)),
    sections: [
      {
        heading: 'The year',
        paragraphs: [
          `In ${year} we kept to one question: what do living cells report, hour by hour, while a study runs? Everything in this report follows from the answers.`,
          'Laboratories use the platform in oncology, immunology and toxicology. A reader outside the skin takes the signal of engineered cells; the software shows the curve.',
        ],
      },
      {
        heading: 'Work and people',
        paragraphs: [
          'Development took the larger part of our spending: the capsule, the cell lines, and the software. Two laboratories compared the sensor with samples taken by hand.',
          'We hired engineers and cell biologists, and moved the readers to a second supplier.',
        ],
      },
      {
        heading: 'Accounts',
        paragraphs: [
          'These figures are made up for a demonstration of the portal. They are not the accounts of any company.',
        ],
      },
      { heading: 'Notice', paragraphs: [NOTICE] },
    ],
  };
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** The demo documents as of a day: reports of the last years, and the working papers of customers. */
export function demoDocuments(today: Date): readonly DemoDocument[] {
  const year = today.getUTCFullYear();
  const daysAgo = (days: number) => new Date(today.getTime() - days * 24 * 3600 * 1000);
  return [
    annualReport(year - 3, 'annual-report-3'),
    annualReport(year - 2, 'annual-report-2'),
    annualReport(year - 1, 'annual-report-1'),
    {
      key: 'report-summary',
      title: `Annual report ${year - 1}, summary`,
      fileName: `Cytocomm annual report ${year - 1} summary.pdf`,
      visibility: 'public',
      ...{ kind: 'annual-report', year: year - 1 },
      date: new Date(Date.UTC(year, 2, 14, 10)),
      sections: [
        {
          heading: 'In short',
          paragraphs: [
            'Living cells report from inside the animal while the study runs. More data from fewer animals is the aim; the full report goes to investors.',
          ],
        },
        { heading: 'Notice', paragraphs: [NOTICE] },
      ],
    },
    {
      key: 'sop-preparation',
      title: 'SOP 1: Preparing the capsule',
      fileName: 'SOP 1 Preparing the capsule.pdf',
      visibility: 'customer',
      ...{ kind: 'sop', revision: '3', validFrom: dayOf(daysAgo(106)) },
      date: daysAgo(120),
      sections: [
        {
          heading: 'Before you start',
          paragraphs: [
            'Check the lot number of the cell line against the study plan.',
            'Warm the medium to 37 degrees. Work in the sterile hood from here on.',
          ],
        },
        {
          heading: 'Steps',
          paragraphs: [
            '1. Take the capsule out of its sleeve and rinse it twice.',
            '2. Load the cells with the blunt needle, slowly, without bubbles.',
            '3. Put the capsule on the reader. The software shows a baseline within ten minutes.',
            '4. Write the capsule number into the study.',
          ],
        },
        { heading: 'Notice', paragraphs: [NOTICE] },
      ],
    },
    {
      key: 'sop-reading',
      title: 'SOP 2: Reading a study',
      fileName: 'SOP 2 Reading a study.pdf',
      visibility: 'customer',
      ...{ kind: 'sop', revision: '1', validFrom: dayOf(daysAgo(30)) },
      date: daysAgo(45),
      sections: [
        {
          heading: 'During the study',
          paragraphs: [
            'The reader sends one value a minute. A gap of more than five minutes shows as a dashed line; check the position of the reader.',
            'Note every dose in the software at the time it is given, so that the curve can be read against it.',
          ],
        },
        {
          heading: 'At the end',
          paragraphs: ['Export the study as one file. Keep the capsule number with it.'],
        },
      ],
    },
    {
      key: 'note-software',
      title: 'Note: Moving a study to another computer',
      fileName: 'Note Moving a study.pdf',
      visibility: 'customer',
      kind: 'note',
      date: daysAgo(12),
      sections: [
        {
          heading: 'In the lab software',
          paragraphs: [
            'Close the study, choose Export, and open the exported file on the other computer. Readers find the study again by its number.',
          ],
        },
      ],
    },
  ];
}
