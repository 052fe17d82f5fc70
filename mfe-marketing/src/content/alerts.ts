/** The words of the confirmation page. */
export const confirmWords = {
  ask: {
    title: 'Confirm your e-mail alerts',
    text: 'One click, and company news comes to your mailbox. Every mail has a link that ends it.',
    button: 'Confirm',
    busy: 'Confirming...',
  },
  done: { title: 'Your e-mail alerts are confirmed.', text: 'The next news from Cytocomm comes to your mailbox.' },
  /** The link is not ours, too old, or was used. */
  invalid: {
    title: 'Invalid or expired link',
    text: 'A link works once, for 48 hours. If you have confirmed already, nothing is left to do. Otherwise sign up again at the foot of any page.',
  },
};

/** The words of the page that ends the alerts. */
export const unsubscribeWords: typeof confirmWords = {
  ask: {
    title: 'End your e-mail alerts',
    text: 'One click, and no more alerts come to this mailbox.',
    button: 'Unsubscribe',
    busy: 'Unsubscribing...',
  },
  done: {
    title: 'You are unsubscribed.',
    text: 'No more alerts come to you. If it was a mistake, sign up again at the foot of any page.',
  },
  invalid: {
    title: 'This link does not work',
    text: 'It may have been cut. Use the link at the end of our newest mail, or write to us and we end the alerts for you.',
  },
};

/** What both pages say when the server cannot do it now. */
export const alertFailure = {
  title: 'Nothing was changed.',
  unreachable: 'The server did not answer. Check your connection and try again.',
  failed: 'Something failed on our side. Please try again later.',
  home: 'Go to Home',
  contact: 'Write to us',
};
