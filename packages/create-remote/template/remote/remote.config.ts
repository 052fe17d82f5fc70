import { addressOf, listPressReleases, type RemoteConfig } from '@cytocomm/contract';

/** What this remote adds to the portal. */
export default {
  name: '{{name}}',
  title: '{{title}}',
  contract: '^1.6.0',
  contributions: {
    routes: [
      {
        path: '{{address}}',
        component: '{{component}}',
        title: '{{title}}',
        description: '{{title}}: what it is about, in a sentence that search engines show.',
        public: true,
        // The server asks for this before it renders the page, which gets the answer as initialData.
        data: { list: addressOf(listPressReleases, {}, { limit: 3 }) },
      },
    ],
    links: [
      {
        group: 'company',
        label: '{{title}}',
        path: '{{address}}',
        order: 900,
      },
    ],
    sections: [
      {
        id: '{{word}}',
        component: 'Dates',
        role: '{{role}}',
        label: '{{roleLabel}}',
        // A page of its own: /dashboard/{{role}}/{{word}}.
        tool: { path: '{{word}}', title: '{{title}}' },
        order: 900,
      },
    ],
  },
} satisfies RemoteConfig;
