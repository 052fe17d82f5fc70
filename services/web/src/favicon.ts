/** The logo, a cell whose nucleus is a short signal, as the tab's icon. */
export const FAVICON = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
  '<circle cx="16" cy="16" r="15" fill="#0C1A26"/>',
  '<circle cx="16" cy="16" r="10" fill="none" stroke="#FAFBFA" stroke-width="1.5" opacity=".6"/>',
  '<path d="M9.5 17h3l2-5 3 9 2-6 1 2h2" fill="none" stroke="#2BD9B8" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
  '</svg>',
].join('');
