/** The file of a release that says what is in it. */
export const RELEASE_MANIFEST = 'release.json';

/** The manifest of Module Federation 2 that each build has, for hosts and tools of others: served, asked for by no page. */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

/** The folder of a release whose files are never served. */
export const SERVER_FOLDER = '.server';

/** The build of a release for prerendering, in `SERVER_FOLDER`. */
export const SERVER_BUNDLE = 'bundle.cjs';

/** The folder of the shell's release that holds the portal's packages for teams, and their index. Asked for by no page. */
export const PACKAGES_FOLDER = 'packages';

/** The file in the folder of locks that names the active one. */
export const LOCK_POINTER = 'current';
