const KEY = Symbol.for('cytocomm.session');

/** How many copies of this package the page runs; one, or half of the portal would not know who is signed in. */
interface SessionMarker {
  instances: number;
}

const page: typeof globalThis & { [KEY]?: SessionMarker } = globalThis;
const marker: SessionMarker = page[KEY] ?? { instances: 0 };
page[KEY] = marker;
marker.instances += 1;
if (marker.instances > 1) {
  // A defect of the build, told where a developer and the browser tests look.
  console.error(`@cytocomm/session is loaded ${marker.instances} times; a remote bundles its own copy.`);
}

/** The page's marker, for the test that counts. */
export const sessionMarker: Readonly<SessionMarker> = marker;
