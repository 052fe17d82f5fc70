const bio =
  'This biography has not been supplied yet. It will describe training, earlier work and responsibilities at Cytocomm.';

/** The words of the about page. */
export const about = {
  opening: {
    title: 'We build instruments with living parts.',
    lead: 'Cytocomm is a biotechnology company in Buffalo, New York. Cells are the sensor; engineering makes them readable.',
  },
  vision: {
    title: 'Vision',
    paragraphs: [
      'Biology should be watched, not only sampled. We work toward studies in which every animal, and one day every patient, shows a course of its own.',
    ],
  },
  apart: {
    title: 'What sets us apart',
    points: [
      {
        title: 'The sensor is alive',
        text: 'A cell recognizes what chemistry alone cannot: the activity of a pathway, in context, while it happens.',
      },
      {
        title: 'One signal, end to end',
        text: 'Cell lines, capsule, reader and software are made by one team, so an error has nowhere to hide.',
      },
      {
        title: 'Claims we mark',
        text: 'What we state about our own product is marked as ours. What is schematic says so. What is missing is named.',
      },
    ],
  },
  mission: {
    title: 'Mission',
    paragraphs: [
      'Give researchers a continuous, honest signal from living tissue, so that good compounds go forward sooner, poor ones stop earlier, and fewer animals are needed to know which is which.',
    ],
  },
  teamTitle: 'Our Team',
  team: [
    { name: 'Miriam Okafor', title: 'Chief Executive Officer', bio, portrait: 0 },
    { name: 'Daniel Reyes', title: 'Chief Scientific Officer', bio, portrait: 1 },
    { name: 'Ingrid Halvorsen', title: 'Chief Technology Officer', bio, portrait: 2 },
    { name: 'Samuel Whitfield', title: 'Head of Cell Engineering', bio, portrait: 3 },
    { name: 'Aiko Tanabe', title: 'Head of Preclinical Studies', bio, portrait: 4 },
    { name: 'Rafael Monteiro', title: 'Lead Hardware Engineer', bio, portrait: 5 },
    { name: 'Leila Haddad', title: 'Lead Software Engineer', bio, portrait: 6 },
    { name: 'Thomas Brandt', title: 'Quality and Regulatory', bio, portrait: 7 },
    { name: 'Priya Raman', title: 'Operations and Finance', bio, portrait: 8 },
  ],
} as const;
