import { addressOf, listPressReleases, type RemoteConfig, readPressReleaseFeed } from '@cytocomm/contract';

/** The public pages: addresses, menu labels, and what search engines and shared links say about each. */
export default {
  name: 'mfe-marketing',
  title: 'Public pages',
  contract: '^1.3.0',
  contributions: {
    routes: [
      {
        path: '/',
        component: 'Home',
        title: 'Living biosensors for preclinical research',
        description:
          'Cytocomm implants living biosensor cells and shows their signal while a preclinical study runs, from the first hour to the last day.',
        public: true,
      },
      {
        path: '/platform',
        component: 'Platform',
        title: 'Platform',
        description:
          'An implanted capsule of engineered cells, a reader outside the skin and software that shows the curve. For preclinical research only.',
        public: true,
      },
      {
        path: '/preclinical',
        component: 'Preclinical',
        title: 'Preclinical',
        description:
          'Follow one animal from baseline to the last day: how a study with live cellular data compares with a traditional endpoint study.',
        public: true,
      },
      {
        path: '/cell-lines',
        component: 'CellLines',
        title: 'Cell Lines',
        description:
          'Engineered biosensor cell lines for oncology drug testing, gene expression monitoring, immunology and toxicology screening.',
        public: true,
      },
      {
        path: '/software',
        component: 'Software',
        title: 'Software',
        description:
          'A cloud dashboard for live cellular data: real-time visualization, secure storage, device management, and what is planned next.',
        public: true,
      },
      {
        path: '/wearables',
        component: 'Clinical',
        title: 'Clinical',
        description:
          'Where Cytocomm intends to go after preclinical research, what has to be shown first, and what is not offered today.',
        public: true,
      },
      {
        path: '/about',
        component: 'About',
        title: 'About',
        description: 'Who builds Cytocomm, why, and what sets a sensor made of living cells apart.',
        public: true,
      },
      {
        path: '/news',
        component: 'News',
        title: 'News & Events',
        description:
          'Press releases, company news and public dates from Cytocomm, with an Atom feed and a calendar feed.',
        public: true,
        data: {
          list: addressOf(listPressReleases, {}, { limit: 10 }),
          item: { parameter: 'release', path: listPressReleases.path, text: 'content' },
        },
        feed: readPressReleaseFeed.path,
      },
      {
        path: '/partners',
        component: 'Partners',
        title: 'Partners',
        description: 'How laboratories, contract research organizations and manufacturers work with Cytocomm.',
        public: true,
      },
      {
        path: '/investors',
        component: 'Investors',
        title: 'Investors',
        description: 'Reasons to invest in Cytocomm, its board of directors, and the portal for approved investors.',
        public: true,
      },
      {
        path: '/careers',
        component: 'Careers',
        title: 'Careers',
        description: 'Open positions at Cytocomm: biomedical engineer in Buffalo and data scientist, remote or hybrid.',
        public: true,
      },
      {
        path: '/contact',
        component: 'Contact',
        title: 'Contact',
        description: 'Write to Cytocomm about a study, a demo, a partnership or a position.',
        public: true,
      },
      {
        path: '/privacy',
        component: 'Privacy',
        title: 'Privacy',
        description:
          'Which personal data each form of this site takes, what for, how long it is kept, and how to have it erased.',
        public: true,
      },
      {
        path: '/accessibility',
        component: 'Accessibility',
        title: 'Accessibility',
        description:
          'What is tested for people who use this site with a keyboard, a screen reader or settings of their own, and what is not.',
        public: true,
      },
      {
        path: '/alerts/confirm',
        component: 'AlertConfirm',
        title: 'Confirm e-mail alerts',
        public: true,
        unlisted: true,
      },
      {
        path: '/alerts/unsubscribe',
        component: 'AlertUnsubscribe',
        title: 'End e-mail alerts',
        public: true,
        unlisted: true,
      },
    ],
    links: [
      { group: 'top', label: 'Home', path: '/', order: 0 },
      { group: 'technology', label: 'Platform', path: '/platform', order: 0 },
      { group: 'technology', label: 'Preclinical', path: '/preclinical', order: 1 },
      { group: 'technology', label: 'Cell Lines', path: '/cell-lines', order: 2 },
      { group: 'technology', label: 'Software', path: '/software', order: 3 },
      { group: 'technology', label: 'Clinical', path: '/wearables', order: 4 },
      { group: 'company', label: 'About', path: '/about', order: 0 },
      { group: 'company', label: 'News & Events', path: '/news', order: 1 },
      { group: 'company', label: 'Partners', path: '/partners', order: 2 },
      { group: 'company', label: 'Investors', path: '/investors', order: 3 },
      { group: 'company', label: 'Careers', path: '/careers', order: 4 },
      { group: 'company', label: 'Contact', path: '/contact', order: 5 },
      { group: 'legal', label: 'Privacy', path: '/privacy', order: 0 },
      { group: 'legal', label: 'Accessibility', path: '/accessibility', order: 1 },
    ],
  },
} satisfies RemoteConfig;
