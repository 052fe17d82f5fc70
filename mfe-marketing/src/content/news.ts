/** The words of the news page. */
export const news = {
  opening: {
    title: 'News & Events',
    lead: 'What Cytocomm has published, newest first.',
  },
  feed: 'Atom feed',
  readMore: 'Read more',
  updated: 'Updated',
  more: 'Load more',
  loading: 'Loading company news',
  empty: {
    title: 'No news has been published yet.',
    text: 'Follow the feed, or leave your e-mail address under Email Alerts below.',
  },
  failed: 'Company news could not be loaded.',
  failedAdvice: 'The server did not answer. Check your connection and try again.',
  moreFailed: 'More news could not be loaded.',
  stale: 'This list was current when the page was made; the newest news could not be checked.',
  gone: 'This release is not available. It may have been withdrawn, or the address may be incomplete.',
  article: 'Press release',
  loadingArticle: 'Loading the press release',
  articleFailed: 'This release could not be loaded.',
  dates: {
    title: 'Events',
    feed: 'Calendar feed',
    loading: 'Loading events',
    none: 'No public dates are planned at the moment.',
    failed: 'The events could not be loaded.',
    link: 'More about it',
  },
  documents: {
    title: 'Documents',
    loading: 'Loading documents',
    none: 'No documents are public at the moment.',
    failed: 'The documents could not be loaded.',
    more: 'Show more',
  },
};
