/** The words of the cell lines page. */
export const cellLines = {
  opening: {
    title: 'Engineered cells, one question each.',
    lead: 'A biosensor cell line is a cell that has learned to say one thing clearly: the pathway it watches is active now, and how strongly.',
  },
  engineering: {
    title: 'Engineered biosensor cell lines',
    paragraphs: [
      'Every line is built the same way. A receptor or promoter recognizes the event. A genetic circuit carries the recognition to a reporter. The reporter makes a signal in proportion, and fades after the event ends.',
      'A line is characterized before it is offered: what it answers to, what it ignores, how fast it follows, and how its signal drifts over weeks.',
    ],
  },
  circuit: {
    caption: 'Inside a biosensor cell. Schematic.',
    description:
      'Drawing of one cell. A molecule from outside binds a receptor in the membrane; an arrow leads into the nucleus to a strand of DNA with a promoter and a reporter gene; an arrow leaves the cell: its signal.',
    legend: [
      'The molecule of interest arrives.',
      'A receptor recognizes it.',
      'A promoter, built for this pathway, switches on.',
      'The reporter gene is read, and the cell makes the signal.',
    ],
  },
  applications: {
    title: 'Four applications',
    lead: 'The same capsule and the same reader; the cells inside decide what is measured.',
    points: [
      {
        title: 'Oncology drug testing',
        text: 'Does the candidate reach its target, how deeply does the pathway go quiet, and when does it come back?',
        reads: 'Suppression after each dose',
        shape: 'suppression',
      },
      {
        title: 'Gene expression monitoring',
        text: 'A promoter of your choice drives the reporter, so expression is followed in the living animal over days.',
        reads: 'Induction and plateau',
        shape: 'induction',
      },
      {
        title: 'Immunology and inflammation',
        text: 'Cells that answer to inflammatory messengers record a flare, its height, and whether treatment shortens it.',
        reads: 'A flare and its decay',
        shape: 'flare',
      },
      {
        title: 'Toxicology screening',
        text: 'Stress pathways report before tissue damage can be seen, and show the dose at which they begin to.',
        reads: 'The dose where stress begins',
        shape: 'threshold',
      },
    ],
  },
  curveNote: 'Schematic curves, not measured data.',
  closing: {
    title: 'A pathway that is not listed?',
    lead: 'New lines are engineered with partners. Name the target; we answer with what is known and what it would take.',
    label: 'Start a Discussion',
    about: 'Cell lines',
  },
} as const;

/** The shape of the schematic curve beside an application. */
export type ResponseShape = (typeof cellLines.applications.points)[number]['shape'];
