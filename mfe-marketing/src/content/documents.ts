/** The words of the list of public documents. */
export const documents = {
  title: 'Documents',
  loading: 'Loading documents',
  none: 'No documents are public at the moment.',
  failed: 'The documents could not be loaded.',
  more: 'Show more',
};
