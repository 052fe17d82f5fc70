const bio =
  'This biography has not been supplied yet. It will describe the director’s career, other mandates and committees.';

/** The words of the investors page. */
export const investors = {
  opening: {
    title: 'Invest in a new kind of measurement.',
    lead: 'Drug development pays for answers that come late. Cytocomm works on giving them while a study is still running.',
  },
  reasons: {
    title: 'Reasons to invest',
    lead: 'This page is not an offer to sell securities. Statements about the business are Cytocomm’s own and may prove wrong.',
    points: [
      {
        title: 'A problem with a budget',
        text: 'Pre-clinical research already pays for time points, animals and assays. A continuous signal replaces part of that spending rather than adding to it.',
        claim: true,
      },
      {
        title: 'A platform, not a single assay',
        text: 'Capsule, reader and software stay the same; a new cell line opens a new application.',
      },
      {
        title: 'Revenue that repeats',
        text: 'Each study uses capsules and cells; each laboratory keeps its recordings in the software.',
        claim: true,
      },
      {
        title: 'Pre-clinical first',
        text: 'The product is sold for animal research. Revenue does not wait for a clinical approval, and none is assumed.',
      },
    ],
  },
  boardTitle: 'Board of Directors',
  board: [
    { name: 'Eleanor Vance', title: 'Chair of the Board', bio, portrait: 9 },
    { name: 'Miriam Okafor', title: 'Director, Chief Executive Officer', bio, portrait: 0 },
    { name: 'Henrik Solberg', title: 'Independent Director, Audit', bio, portrait: 10 },
    { name: 'Grace Lin', title: 'Independent Director, Science', bio, portrait: 11 },
    { name: 'Antoine Mercier', title: 'Director, Investor Representative', bio, portrait: 12 },
  ],
  figure: {
    caption: 'When a study answers. Schematic; a claim of the company, not a measurement.',
    description:
      'Two studies on one time axis. The traditional one gives a single answer at its end. The one with Cytocomm gives a continuous curve with three findings while it runs.',
    words: {
      traditional: 'Traditional study: one answer, at the end',
      cytocomm: 'With Cytocomm: answers while it runs',
      start: 'Start',
      end: 'End of study',
    },
  },
  portal: {
    title: 'For approved investors',
    text: 'Annual reports, investor news and the calendar are in the portal. Sign in with the e-mail address we have on record; no password is needed.',
    withoutScripts: 'Signing in needs JavaScript. Please switch it on for this page.',
    label: 'Investor Portal Login',
  },
} as const;
