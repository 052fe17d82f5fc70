/**
 * The brand's colours for what has no style sheet of the kit: mails, pages of services, the browser's own frame. A test
 * compares them with the kit's `tokens.css`.
 */
export const COLORS = {
  ink: '#0c1a26',
  paper: '#fafbfa',
  mist: '#eaf1f0',
  slate: '#4a5b68',
  teal: '#0b7a6e',
  signal: '#2bd9b8',
  muteOnInk: '#a9bbc6',
  line: '#d3dedc',
} as const;
