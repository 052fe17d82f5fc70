import type { IconName } from '@cytocomm/kit';
import type { Action, HeroContent, Opening, Point } from './types.ts';

/** A card that turns: picture and title in front, description on the back. */
export interface FlipCardContent {
  readonly title: string;
  readonly description: string;
  readonly more: Action;
  readonly picture: 'capsule' | 'cohort';
}

const features: readonly { readonly icon: IconName; readonly title: string }[] = [
  { icon: 'fast', title: 'Fast Results' },
  { icon: 'data', title: 'More Data' },
  { icon: 'realtime', title: 'Real-Time Data' },
  { icon: 'costs', title: 'Lower Costs' },
];

const hero: HeroContent = {
  title: 'Living cells report. You read along.',
  lead: 'Cytocomm implants engineered biosensor cells and shows their signal while a preclinical study runs, from the first hour to the last day.',
  actions: [
    { label: 'Learn', to: '/platform' },
    { label: 'Contact Us', to: '/contact' },
  ],
  motion: { stop: 'Stop the motion', start: 'Start the motion' },
};

const cards: readonly [FlipCardContent, FlipCardContent] = [
  {
    title: 'Cytocomm Platform',
    description:
      'A capsule of living cells under the skin, a reader outside it, and software in between. The cells answer to what happens around them; the platform turns the answer into a curve.',
    more: { label: 'How the platform works', to: '/platform' },
    picture: 'capsule',
  },
  {
    title: 'Cytocomm Preclinical',
    description:
      'The platform in animal research. Each animal is followed from its own baseline to the last day of the study, so one cohort gives the whole course instead of one moment of it.',
    more: { label: 'How a study changes', to: '/preclinical' },
    picture: 'cohort',
  },
];

const accelerate = {
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
      { at: 3 + 2.1 / 24, height: 0.66, length: 6.9 / 24 },
      { at: 10 + 2.1 / 24, height: 0.88, length: 6.9 / 24 },
      { at: 17 + 2.1 / 24, height: 0.5, length: 6.9 / 24 },
    ],
    samples: [1, 7, 14, 28],
    axis: { unit: 'Day', ticks: [0, 7, 14, 21, 28] },
    words: { signal: 'Continuous signal', samples: 'Four samples' },
  },
};

const video = {
  title: 'See the platform at work',
  lead: 'From the capsule to the curve.',
  button: 'Play the video',
  atProvider: 'Watch it at its provider',
  note: 'The platform film is not published yet: this plays a demonstration film of YouTube in its place, from youtube-nocookie.com. Nothing is loaded from there before you press play.',
};

const banner = {
  text: 'A study no longer has to end before it answers.',
  action: { label: 'Learn More', to: '/preclinical' },
  scale: {
    caption: 'A study of 28 days. Schematic example.',
    answer: 'Day 4: the course is clear',
    end: 'Day 28: the endpoint',
  },
} as const;

const benefits: {
  readonly title: string;
  readonly points: readonly (Point & { readonly figure: 'course' | 'threshold' | 'stream' })[];
} = {
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
};

const join: Opening & { readonly action: Action; readonly portraits: readonly number[] } = {
  title: 'Build instruments with living parts.',
  lead: 'Biologists, engineers and data scientists work at one bench here. See which positions are open.',
  action: { label: 'Join the Team', to: '/careers' },
  portraits: [1, 2, 0, 5, 4],
};

const contact: Opening = {
  title: 'Tell us about your study',
  lead: 'A scientist reads every message and answers by e-mail.',
};

/** The words of the home page, block by block in its order. */
export const home = { features, hero, cards, accelerate, video, banner, benefits, join, contact };
