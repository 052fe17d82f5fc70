/** The words of the software page. */
export const software = {
  opening: {
    title: 'The study, as it happens.',
    lead: 'A cloud dashboard shows every sensor of every animal on one time axis. It opens in a browser, in the vivarium or at home.',
  },
  screen: {
    caption: 'The dashboard. Drawing with invented readings.',
    description:
      'Drawing of the dashboard: a list of six animals with the state of their sensors, the recording of the chosen animal over eleven days with two doses marked, and small curves of the whole cohort below.',
  },
  capabilities: {
    title: 'Four key capabilities',
    points: [
      {
        icon: 'realtime',
        title: 'Real-time visualization',
        text: 'Curves grow while readings arrive. Zoom from a month to an hour; lay doses and events over the signal.',
      },
      {
        icon: 'lock',
        title: 'Secure cloud storage',
        text: 'Recordings are stored encrypted, with who changed what and when. Raw readings are kept and can be exported.',
        claim: true,
      },
      {
        icon: 'device',
        title: 'Device management',
        text: 'Readers and sensors by cage and animal: battery, signal quality, last contact. A silent sensor says so.',
      },
      {
        icon: 'chart',
        title: 'Advanced analytics',
        text: 'Onset, peak and area under the curve for a cohort at once, with the uncertainty of each.',
        comingSoon: true,
      },
    ],
  },
  remote: {
    title: 'Remote access from a browser',
    paragraphs: [
      'There is nothing to install. A current browser is enough, on a desk or on a phone, and a study can be followed by several sites at once.',
      'Permissions and study access are managed in the system: who sees a study, who may change it, and who only reads.',
    ],
  },
  path: {
    caption: 'The path of a reading, from the animal to the browser.',
    stations: ['Sensor', 'Reader', 'Cloud', 'Browser'],
  },
  plans: {
    title: 'What is planned',
    lead: 'None of this is part of the product today. The order may change with what studies need.',
    points: [
      { title: 'AI signal analysis', text: 'Patterns across studies, with the readings that led to each finding.' },
      { title: 'Timeline comparison', text: 'Two animals, cohorts or studies on one axis, aligned by dose.' },
      { title: 'Alert triggers', text: 'A message when a curve leaves the range you set.' },
      { title: 'Integration with clinical records', text: 'Readings beside the record systems a site already uses.' },
    ],
  },
  closing: {
    title: 'Watch a recording with us',
    lead: 'A demo takes half an hour, on a recorded study, with your questions.',
    label: 'Book a Demo',
    about: 'A demo of the software',
  },
} as const;
