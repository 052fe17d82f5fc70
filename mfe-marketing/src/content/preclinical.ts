import type { Action, Opening, Passage, Point } from './types.ts';

/** One row of the comparison. */
export interface ComparisonRow {
  readonly question: string;
  readonly traditional: string;
  readonly cytocomm: string;
  readonly claim?: boolean;
}

const opening: Opening = {
  title: 'Follow one animal through the whole study.',
  lead: 'In a traditional study every time point costs its own group. With a biosensor in place, the same animal answers on every day.',
};

const timelines = {
  caption: 'The same question asked in two ways. Schematic; numbers of animals depend on the protocol.',
  traditional:
    'Traditional study: each time point has its own group, and each group leaves the study when its sample is taken.',
  cytocomm: 'Study with Cytocomm: one group stays in the study, and every animal is recorded on every day.',
} as const;

const comparison: { readonly title: string; readonly lead: string; readonly rows: readonly ComparisonRow[] } = {
  title: 'Traditional studies and studies with Cytocomm',
  lead: 'What changes when the sensor stays in the animal.',
  rows: [
    {
      question: 'Time points',
      traditional: 'A few, chosen before the study starts',
      cytocomm: 'Continuous, from baseline to the last day',
    },
    {
      question: 'Animals',
      traditional: 'A group for every time point',
      cytocomm: 'One group for all of them',
      claim: true,
    },
    {
      question: 'Reference',
      traditional: 'Another animal, in the control group',
      cytocomm: 'The animal’s own baseline, beside the control group',
    },
    {
      question: 'First result',
      traditional: 'After the endpoint and the assay',
      cytocomm: 'While the study runs',
    },
    {
      question: 'Handling',
      traditional: 'Repeated sampling, or tissue at the end',
      cytocomm: 'One placement under the skin, then readings through it',
    },
    {
      question: 'Duration of one recording',
      traditional: 'A single moment per sample',
      cytocomm: 'Up to 30 days',
      claim: true,
    },
  ],
};

const oncology: Passage & { readonly steps: readonly Point[] } = {
  title: 'A use case in oncology',
  paragraphs: [
    'A candidate should slow a tumour’s signalling. The usual design doses five groups, takes tumours on five days and compares averages.',
    'With biosensor cells that answer to the same pathway, every animal shows on its own curve whether and when the pathway goes quiet, how long it stays so, and whether the second dose comes too late.',
  ],
  steps: [
    { title: 'Day −3', text: 'Biosensors placed. The baseline of each animal is recorded.' },
    { title: 'Day 0', text: 'First dose. The pathway’s signal falls within hours in animals that respond.' },
    {
      title: 'Day 4',
      text: 'The signal returns: the dosing interval is too long, and the protocol is changed on the same day.',
    },
    { title: 'Day 21', text: 'One cohort gives the course of all three weeks.' },
  ],
};

const benefits: readonly Point[] = [
  {
    title: 'Longitudinal Insight',
    text: 'The course of a response in one animal, from onset to recovery, instead of an average over different animals.',
  },
  {
    title: 'Fewer Animals',
    text: 'When one group covers all time points, the groups that existed only for sampling are no longer needed.',
    claim: true,
  },
  {
    title: 'Immediate Feedback',
    text: 'A dose without effect, or with too much of it, shows within hours. The next decision need not wait for the end.',
    claim: true,
  },
];

const action: Action = { label: 'Contact us about a study', to: '/contact' };

/** The words of the preclinical page. */
export const preclinical = {
  opening,
  timelines,
  comparison,
  oncology,
  oncologyCaption: 'Pathway signal of two animals in the example. Schematic, not measured data.',
  benefitsTitle: 'What researchers gain',
  benefits,
  closing: {
    title: 'Plan a study with us',
    lead: 'Send the outline of a protocol. We mark where a live signal would answer earlier, and where it would not.',
    action,
  },
};
