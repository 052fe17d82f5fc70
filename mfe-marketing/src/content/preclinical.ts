/** The words of the preclinical page. */
export const preclinical = {
  opening: {
    title: 'Follow one animal through the whole study.',
    lead: 'In a traditional study every time point costs its own group. With a biosensor in place, the same animal answers on every day.',
  },
  timelines: {
    title: 'The same question asked in two ways',
    caption:
      'The same question asked in two ways. Schematic; numbers of animals depend on the protocol, and the control group, which both ways need, is not drawn.',
    traditional: {
      title: 'Traditional study',
      text: 'Each time point has its own group. A group leaves the study when its sample is taken.',
      description: 'Five groups of four animals. The groups end on days 0, 7, 14, 21 and 28, each with one sample.',
    },
    cytocomm: {
      title: 'Study with Cytocomm',
      text: 'One group stays in the study. Every animal is recorded on every day.',
      description:
        'One group of four animals. Each animal has a continuous recording from day 0 to day 28, with responses to two doses, on days 7 and 17, that differ from animal to animal.',
    },
  },
  comparison: {
    title: 'Traditional studies and studies with Cytocomm',
    lead: 'What changes when the sensor stays in the animal.',
    columns: ['In a study', 'Traditional study', 'Study with Cytocomm'],
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
  },
  oncology: {
    title: 'A use case in oncology',
    paragraphs: [
      'A candidate should slow a tumor’s signaling. The usual design doses five groups, takes tumors on five days and compares averages.',
      'With biosensor cells that answer to the same pathway, every animal shows on its own curve whether and when the pathway goes quiet, how long it stays quiet, and whether the second dose comes too late.',
    ],
    steps: [
      { title: 'Day −3', text: 'Biosensors placed. The baseline of each animal is recorded.' },
      { title: 'Day 0', text: 'First dose. The pathway’s signal falls within hours in animals that respond.' },
      {
        title: 'Day 4',
        text: 'The signal returns long before the second dose, planned for day 14. The protocol is changed on the same day: the dose moves up to day 9.',
      },
      { title: 'Day 21', text: 'One cohort gives the course of all three weeks.' },
    ],
    figure: {
      caption: 'Pathway signal of two animals in the example. Schematic, not measured data.',
      description:
        'Two curves from day −3 to day 21 with doses on days 0, 9 and 14. One falls steeply after each dose and comes back before the next; the other hardly changes.',
      words: { responds: 'Responds', barely: 'Hardly responds', dose: 'Dose' },
    },
  },
  benefitsTitle: 'What researchers gain',
  benefits: [
    {
      title: 'Longitudinal Insight',
      text: 'The course of a response in one animal, from onset to recovery, instead of an average over different animals.',
      figure: 'course',
    },
    {
      title: 'Fewer Animals',
      text: 'When one group covers all time points, the groups that existed only for sampling are no longer needed.',
      claim: true,
      figure: 'herd',
    },
    {
      title: 'Immediate Feedback',
      text: 'A dose without effect, or with too much of it, shows within hours. The next decision need not wait for the end.',
      claim: true,
      figure: 'stream',
    },
  ],
  closing: {
    title: 'Plan a study with us',
    lead: 'Send the outline of a protocol. We mark where a live signal would answer earlier, and where it would not.',
    label: 'Contact us about a study',
    about: 'A study',
  },
} as const;
