/** The words of the careers page. */
export const careers = {
  opening: {
    title: 'Work where the instrument is alive.',
    lead: 'Small teams, one bench, and a signal on the wall that shows whether today’s idea worked.',
  },
  scene:
    'Line drawing of a laboratory bench: a microscope, a screen with a recorded curve, a flask and a dish with three cells.',
  reasonsTitle: 'How we work',
  reasons: [
    {
      title: 'One bench',
      text: 'The engineers of a cell line see it in the capsule, in the animal and on the screen. No one hands work over a wall.',
    },
    {
      title: 'Time to measure',
      text: 'A result counts once it has been repeated. Schedules include the repetition.',
    },
    {
      title: 'Plain words',
      text: 'We write down what we know, how we know it, and what would prove us wrong.',
    },
  ],
  positionsTitle: 'Current openings',
  apply: 'Apply for this position',
  application: 'Application',
  tasksTitle: 'What you do',
  bringsTitle: 'What you bring',
  positions: [
    {
      title: 'Biomedical Engineer',
      place: 'Buffalo, New York, on-site',
      text: 'Design and test the implanted capsule and the reader above it, from drawing to first animal study.',
      tasks: [
        'Develop capsule geometry and materials with the cell engineering team',
        'Build and calibrate readers; find where noise comes from',
        'Write test plans and keep the records a quality system needs',
      ],
      brings: [
        'A degree in biomedical or electrical engineering, or equal experience',
        'Hands-on work with implantable or low-power devices',
        'Care with data, and with animals',
      ],
      posted: '2026-10-01',
      remote: false,
    },
    {
      title: 'Data Scientist',
      place: 'Remote/hybrid',
      text: 'Turn continuous cellular recordings into findings that a researcher can check.',
      tasks: [
        'Model baseline, drift and response in long time series',
        'Design the statistics of longitudinal studies with our partners',
        'Bring analyses into the dashboard with the software team',
      ],
      brings: [
        'Experience with time series from sensors or biology',
        'Python, and code that others can read',
        'The habit of showing uncertainty',
      ],
      posted: '2026-10-01',
      remote: true,
    },
  ],
  equal: {
    title: 'Equal opportunity',
    paragraphs: [
      'Cytocomm is an equal opportunity employer. We decide on ability and experience, and welcome applicants of every race, color, religion, sex, gender identity, sexual orientation, national origin, age, disability and veteran status. Tell us what you need for the interview, and we arrange it.',
    ],
  },
} as const;

/** One open position. */
export type Position = (typeof careers.positions)[number];
