/** The words of the platform page. */
export const platform = {
  opening: {
    title: 'A sensor made of living cells.',
    lead: 'A small capsule holds cells engineered to answer one question. Under the skin they meet what the body meets, and report it.',
  },
  notice: {
    title: 'For preclinical animal research only',
    text: 'This product is not offered for human use and is not approved by any regulator.',
  },
  sensing: {
    title: 'Living cells act as biosensors under the skin',
    paragraphs: [
      'A cell notices more than an electrode can. It has receptors, signaling pathways and genes that switch on when a molecule arrives. Our cells are engineered so that this switch also makes a signal that can be read from outside.',
      'The cells live in a porous capsule. Nutrients, drugs and messengers pass through its wall; the cells stay inside. The capsule is placed under the skin once and stays for the study.',
      'A reader over the site picks up the signal through the skin and sends it on. The animal is not sampled, and no time point has to be chosen in advance.',
    ],
  },
  section: {
    title: 'Cross-section through skin with an implanted biosensor capsule and a reader above it',
    caption: 'The sensor in place. Illustration, not to scale.',
    legend: [
      'Reader, outside the skin: picks up the signal and sends it on.',
      'Skin: the signal passes through it.',
      'Capsule: a porous wall that lets molecules in and keeps cells inside.',
      'Biosensor cells: answer to the molecules they are engineered for.',
      'Capillaries: bring what circulates in the body.',
      'Molecules: pass through the wall and reach the cells.',
    ],
  },
  recording: {
    title: 'From a cell’s answer to a curve',
    lead: 'Each recording starts with the animal’s own baseline. A response is a departure from it: when it begins, how high it goes, how long it lasts.',
    caption: 'How a recording is read. Schematic curve, not measured data.',
    description:
      'A curve over 48 hours. Before the dose it stays within a narrow band, the baseline. After the dose it leaves the band, rises to a peak at about nine hours and returns slowly.',
    legend: [
      { title: 'Baseline', text: 'The signal at rest, recorded before anything is given.' },
      { title: 'Dose', text: 'The moment the compound is given.' },
      { title: 'Onset', text: 'The signal leaves the range of the baseline.' },
      { title: 'Peak', text: 'How strong the response is.' },
      { title: 'Return', text: 'How long it lasts.' },
    ],
  },
  capabilities: {
    title: 'What the platform does',
    points: [
      {
        icon: 'clock',
        title: 'Monitoring for up to 30 days',
        text: 'One implantation covers a study of weeks: baseline, dosing, response and recovery in one recording.',
        claim: true,
      },
      {
        icon: 'realtime',
        title: 'A reading every few minutes',
        text: 'The signal is read continuously, so the shape of a response is measured rather than guessed from samples.',
        claim: true,
      },
      {
        icon: 'cell',
        title: 'Specific by biology',
        text: 'A cell line answers to the pathway it is engineered for. Another question is another cell line in the same capsule.',
      },
      {
        icon: 'cloud',
        title: 'Data where you are',
        text: 'Readings go from the cage to the browser. Protocols, animals and curves stand side by side in one place.',
      },
    ],
  },
  closing: {
    title: 'Ask whether it fits your model',
    lead: 'Tell us the species, the target and the length of the study. We say plainly whether a cell line exists for it.',
    label: 'Contact Our Team',
    about: 'The platform',
  },
} as const;
