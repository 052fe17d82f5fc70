import type { SocialLink } from './frame/index.ts';

/** The company's three places elsewhere (specification, section 2): professional, short-post and social network. */
export const socialLinks: readonly SocialLink[] = [
  { label: 'Cytocomm on LinkedIn', href: 'https://www.linkedin.com/company/cytocomm', icon: 'professional-network' },
  { label: 'Cytocomm on X', href: 'https://x.com/cytocomm', icon: 'short-post-network' },
  { label: 'Cytocomm on Facebook', href: 'https://www.facebook.com/cytocomm', icon: 'social-network' },
];
