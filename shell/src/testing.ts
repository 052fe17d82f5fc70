import type { Contributions, LinkContribution, Lock, LockedRelease } from '@cytocomm/contract';
import type { SocialLink } from './frame/links.ts';

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

/** Puts a `matchMedia` into jsdom, which has none: a narrow screen, until `widen` is called. */
export function fakeNarrowScreen(): { widen(): void } {
  const list = Object.assign(new EventTarget(), { matches: false });
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: () => list });
  return {
    widen() {
      list.matches = true;
      list.dispatchEvent(new Event('change'));
    },
  };
}

const none: Contributions = { routes: [], links: [], sections: [], overlays: [] };

/** Returns a release for tests of the shell: real in shape, with the given contributions. */
export function testRelease(name: string, contributions: Partial<Contributions> = {}): LockedRelease {
  const release = '0.1.0-0123456789ab';
  return {
    name,
    title: `The ${name} part`,
    version: '0.1.0',
    release,
    contract: '^1.0.0',
    entry: 'entry.js',
    shared: {},
    components: {},
    files: [{ path: 'entry.js', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 }],
    contributions: { ...none, ...contributions },
    baseUrl: `/releases/${name}/${release}/`,
  };
}

/** Returns a lock of the given remotes under a shell without routes of its own. */
export function testLock(...remotes: LockedRelease[]): Lock {
  return { id: '0123456789abcdef', createdAt: '2026-01-01T00:00:00.000Z', shell: testRelease('shell'), remotes };
}
