import type { LinkContribution } from '@cytocomm/contract';
import type { SocialLink } from './links.ts';

/** Links as a lock contributes them, out of order on purpose. For tests. */
export const sampleLinks: readonly LinkContribution[] = [
  { group: 'company', label: 'Contact', path: '/contact', order: 60 },
  { group: 'technology', label: 'Clinical', path: '/wearables', order: 50 },
  { group: 'technology', label: 'Platform', path: '/platform', order: 10 },
  { group: 'company', label: 'About', path: '/about', order: 10 },
  { group: 'top', label: 'Home', path: '/', order: 0 },
];

/** The links to elsewhere. For tests. */
export const sampleSocialLinks: readonly SocialLink[] = [
  { label: 'Professional network', href: 'https://professional.example', icon: 'professional-network' },
  { label: 'Short-post network', href: 'https://short.example', icon: 'short-post-network' },
  { label: 'Social network', href: 'https://social.example', icon: 'social-network' },
];
