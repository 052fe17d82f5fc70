/** The words of the home page, block by block in its order. */
export const home = {
  features: [
    { icon: 'fast', title: 'Fast Results' },
    { icon: 'data', title: 'More Data' },
    { icon: 'realtime', title: 'Real-Time Data' },
    { icon: 'costs', title: 'Lower Costs' },
  ],
  hero: {
    title: 'Living cells report. You read along.',
    lead: 'Cytocomm implants engineered biosensor cells and shows their signal while a preclinical study runs, from the first hour to the last day.',
    learn: 'Learn',
    contact: 'Contact Us',
    stop: 'Stop the motion',
    start: 'Start the motion',
  },
  cards: [
    {
      title: 'Cytocomm Platform',
      description:
        'A capsule of living cells under the skin, a reader outside it, and software in between. The cells answer to what happens around them; the platform turns the answer into a curve.',
      more: 'How the platform works',
      to: '/platform',
      picture: 'capsule',
    },
    {
      title: 'Cytocomm Preclinical',
      description:
        'The platform in animal research. Each animal is followed from its own baseline to the last day of the study, so one cohort gives the whole course instead of one moment of it.',
      more: 'How a study changes',
      to: '/preclinical',
      picture: 'cohort',
    },
  ],
  accelerate: {
    title: 'Accelerate Drug Development',
    paragraphs: [
      'Most preclinical studies look at a few moments: a sample on day 1, another on day 7, tissue at the end. What happens between them is inferred.',
      'A biosensor that stays in place records the course itself. A response that peaks at hour nine and is gone by hour thirty is seen, and a dose that does nothing shows it early enough to change the plan.',
    ],
    claim: 'Cytocomm’s own estimate: decisions move from the end of a study into its first days.',
    figure: {
      caption: 'What four samples suggest, and what happened. Schematic curve, not measured data.',
      description:
        'A curve over 28 days rises and falls three times. Four samples, on days 1, 7, 14 and 28, all lie near its resting level; the dashed line that joins them is almost flat and misses every rise.',
      // After doses on days 3, 10 and 17: each begins two hours later, peaks at hour nine and is gone by hour thirty.
      pulses: [
        [3 + 2.1 / 24, 0.66, 6.9 / 24],
        [10 + 2.1 / 24, 0.88, 6.9 / 24],
        [17 + 2.1 / 24, 0.5, 6.9 / 24],
      ],
      samples: [1, 7, 14, 28],
      axis: { unit: 'Day', ticks: [0, 7, 14, 21, 28] },
      words: { signal: 'Continuous signal', samples: 'Four samples' },
    },
  },
  video: {
    title: 'See the platform at work',
    lead: 'From the capsule to the curve.',
    button: 'Play the video',
    atProvider: 'Watch it at its provider',
    playerTitle: 'Demonstration film of the provider, in the place of the platform film',
    note: 'The platform film is not published yet: this plays a demonstration film of YouTube in its place, from youtube-nocookie.com. Nothing is loaded from there before you press play.',
  },
  banner: {
    text: 'A study no longer has to end before it answers.',
    label: 'Learn More',
    scale: {
      caption: 'A study of 28 days. Schematic example.',
      answer: 'Day 4: the course is clear',
      end: 'Day 28: the endpoint',
    },
  },
  benefits: {
    title: 'What a live signal gives a study',
    points: [
      {
        title: 'Comprehensive Cellular Data',
        text: 'One continuous recording from every animal in place of a handful of samples: onset, peak, duration and return to baseline.',
        figure: 'course',
      },
      {
        title: 'Actionable Analytics',
        text: 'Each curve is compared with the animal’s own baseline, so a change that matters stands out from one that does not.',
        figure: 'threshold',
      },
      {
        title: 'Real-Time Monitoring',
        text: 'Readings arrive in the browser while the study runs. No one has to wait for the endpoint to learn that a dose works.',
        figure: 'stream',
      },
    ],
  },
  join: {
    title: 'Build instruments with living parts.',
    lead: 'Biologists, engineers and data scientists work at one bench here. See which positions are open.',
    label: 'Join the Team',
    portraits: [1, 2, 0, 5, 4],
  },
  contact: {
    title: 'Tell us about your study',
    lead: 'A scientist reads every message and answers by e-mail.',
  },
} as const;
