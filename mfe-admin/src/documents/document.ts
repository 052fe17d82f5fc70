import type { Visibility } from '@cytocomm/contract';

/** Each visibility as people read it, in the order of the form. */
export const visibilities: readonly { readonly value: Visibility; readonly label: string }[] = [
  { value: 'investor', label: 'Investors' },
  { value: 'customer', label: 'Customers' },
  { value: 'public', label: 'Public' },
];
