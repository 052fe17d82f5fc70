import {
  addressOf,
  type LinkContribution,
  listPressReleases,
  type RemoteConfig,
  readPressReleaseFeed,
} from '@cytocomm/contract';

/** Returns the links of a menu in their order, from the address of each label. */
const menuOf = (group: LinkContribution['group'], addresses: Readonly<Record<string, string>>) =>
  Object.entries(addresses).map(([label, path], order) => ({ group, label, path, order }));

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
      },
      {
        path: '/platform',
        component: 'Platform',
        title: 'Platform',
        description:
          'An implanted capsule of engineered cells, a reader outside the skin and software that shows the curve. For preclinical research only.',
      },
      {
        path: '/preclinical',
        component: 'Preclinical',
        title: 'Preclinical',
        description:
          'Follow one animal from baseline to the last day: how a study with live cellular data compares with a traditional endpoint study.',
      },
      {
        path: '/cell-lines',
        component: 'CellLines',
        title: 'Cell Lines',
        description:
          'Engineered biosensor cell lines for oncology drug testing, gene expression monitoring, immunology and toxicology screening.',
      },
      {
        path: '/software',
        component: 'Software',
        title: 'Software',
        description:
          'A cloud dashboard for live cellular data: real-time visualization, secure storage, device management, and what is planned next.',
      },
      {
        path: '/wearables',
        component: 'Clinical',
        title: 'Clinical',
        description:
          'Where Cytocomm intends to go after preclinical research, what has to be shown first, and what is not offered today.',
      },
      {
        path: '/about',
        component: 'About',
        title: 'About',
        description: 'Who builds Cytocomm, why, and what sets a sensor made of living cells apart.',
      },
      {
        path: '/news',
        component: 'News',
        title: 'News & Events',
        description:
          'Press releases, company news and public dates from Cytocomm, with an Atom feed and a calendar feed.',
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
      },
      {
        path: '/investors',
        component: 'Investors',
        title: 'Investors',
        description: 'Reasons to invest in Cytocomm, its board of directors, and the portal for approved investors.',
      },
      {
        path: '/careers',
        component: 'Careers',
        title: 'Careers',
        description: 'Open positions at Cytocomm: biomedical engineer in Buffalo and data scientist, remote or hybrid.',
      },
      {
        path: '/contact',
        component: 'Contact',
        title: 'Contact',
        description: 'Write to Cytocomm about a study, a demo, a partnership or a position.',
      },
      {
        path: '/privacy',
        component: 'Privacy',
        title: 'Privacy',
        description:
          'Which personal data each form of this site takes, what for, how long it is kept, and how to have it erased.',
      },
      {
        path: '/accessibility',
        component: 'Accessibility',
        title: 'Accessibility',
        description:
          'What is tested for people who use this site with a keyboard, a screen reader or settings of their own, and what is not.',
      },
      {
        path: '/alerts/confirm',
        component: 'AlertConfirm',
        title: 'Confirm e-mail alerts',
        unlisted: true,
      },
      {
        path: '/alerts/unsubscribe',
        component: 'AlertUnsubscribe',
        title: 'End e-mail alerts',
        unlisted: true,
      },
    ].map((route) => ({ ...route, public: true })),
    links: [
      ...menuOf('top', { Home: '/' }),
      ...menuOf('technology', {
        Platform: '/platform',
        Preclinical: '/preclinical',
        'Cell Lines': '/cell-lines',
        Software: '/software',
        Clinical: '/wearables',
      }),
      ...menuOf('company', {
        About: '/about',
        'News & Events': '/news',
        Partners: '/partners',
        Investors: '/investors',
        Careers: '/careers',
        Contact: '/contact',
      }),
      ...menuOf('legal', { Privacy: '/privacy', Accessibility: '/accessibility' }),
    ],
  },
} satisfies RemoteConfig;
