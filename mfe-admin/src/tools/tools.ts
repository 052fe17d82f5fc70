/** The blocks of the Admin Panel by their place in the page. */
export const tools = {
  releases: { id: 'admin-press-releases', label: 'Press releases' },
  users: { id: 'admin-users', label: 'Users' },
  documents: { id: 'admin-documents', label: 'Documents' },
  events: { id: 'admin-events', label: 'Events' },
  mail: { id: 'admin-mail', label: 'Mail' },
} as const;
