/** Who may read a document. */
export type Visibility = 'public' | 'investor' | 'customer';

/** A document as the API gives it. */
export interface DocumentItem {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly url: string;
  readonly visibility: Visibility;
  readonly uploadedAt: string;
  readonly size: number;
  readonly uploadedBy?: string;
}

/** One page of documents, newest first. */
export interface DocumentPage {
  readonly items: readonly DocumentItem[];
  readonly nextCursor: string | null;
}

/** Each visibility as people read it. */
export const visibilities: readonly { readonly value: Visibility; readonly label: string }[] = [
  { value: 'investor', label: 'Investors' },
  { value: 'customer', label: 'Customers' },
  { value: 'public', label: 'Public' },
];
