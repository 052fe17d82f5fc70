/** The words of the clinical page. */
export const clinical = {
  opening: {
    title: 'From animal research toward the clinic.',
    lead: 'A sensor that follows a patient between two visits is where this work points. It is a direction, not a product.',
  },
  notice: {
    title: 'Not available today',
    text: 'Cytocomm is not offered for human use and is not approved by any regulator. Nothing on this page is an offer.',
  },
  idea: {
    title: 'A wearable reader for an implanted sensor',
    paragraphs: [
      'Blood is drawn on Tuesday; what happens until the next Tuesday is unknown. A small reader worn on the skin could show the days between, with the same principle that our preclinical platform uses in animals.',
      'Before that can be studied in people, much has to be shown: that the cells stay where they are, that they are tolerated, that the signal means the same in each person, and that the benefit outweighs an implant.',
    ],
  },
  sketch: {
    caption: 'A study sketch of a reader worn on the arm. It does not exist as a product.',
    description:
      'Line drawing of a forearm. A small round reader lies on the skin, below it an implanted capsule is drawn in dashed lines, and a curve runs from the reader.',
  },
  figure: {
    caption: 'What one visit a week sees, and what a continuous signal could show. Schematic, not measured data.',
    description:
      'A curve over four weeks with one dot a week. Between the second and the third dot the curve rises and falls again; the dots miss it.',
    pulses: [
      [0.2, 0.2, 0.16],
      [1.2, 0.84, 0.17],
      [2.2, 0.3, 0.17],
    ],
    samples: [0, 1, 2, 3, 4],
    axis: { unit: 'Week', ticks: [0, 1, 2, 3, 4] },
    words: { signal: 'Continuous signal', samples: 'Weekly visit' },
  },
  road: {
    title: 'What comes first',
    lead: 'Each step decides whether there is a next one. No dates are given, because none can be promised.',
    steps: [
      {
        title: 'Pre-clinical research',
        text: 'The platform in animal studies, with laboratories that publish what they find.',
        state: 'Today',
        current: true,
      },
      {
        title: 'Safety of cells and capsule',
        text: 'Containment, tolerance and retrieval, in the studies regulators ask for.',
        state: 'Planned',
      },
      {
        title: 'Dialogue with regulators',
        text: 'Which evidence is needed, for which question, in which patients.',
        state: 'Planned',
      },
      {
        title: 'Clinical investigation',
        text: 'Only with approval of the authorities and ethics committees concerned.',
        state: 'Not started',
      },
    ],
  },
  closing: {
    title: 'Work on the open questions',
    lead: 'Clinicians and researchers who know the gap between two visits help us ask the right ones.',
    label: 'Talk to us about research',
    about: 'Clinical research',
  },
} as const;
