/** Where the company can be reached, the same on every page. */
export const company = {
  name: 'Cytocomm',
  city: 'Buffalo, New York',
  email: 'info@cytocomm.example',
  phone: { label: '+1 (716) 555-0142', href: 'tel:+17165550142' },
  social: { label: 'Cytocomm on LinkedIn', href: 'https://www.linkedin.com/company/cytocomm' },
  claimNote: 'Statements marked “company claim” are Cytocomm’s own and have not been verified by a third party.',
} as const;
