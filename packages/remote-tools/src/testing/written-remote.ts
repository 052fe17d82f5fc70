import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { containerName } from '@cytocomm/composition';
import { type Backend, CONTRACT_VERSION, type Release, type TeamRole } from '@cytocomm/contract';
import { describeRelease } from '@cytocomm/releases';

/** The checkout's root folder, for tests: what is installed elsewhere has none above it. */
export const ROOT = resolve(import.meta.dirname, '..', '..', '..', '..');

/** A component as a test writes it: the body of a function in which `React` and `props` are there. */
interface WrittenComponent {
  readonly body: string;
  /** Its body on the server; that of the browser by default. */
  readonly serverBody?: string;
}

/** A remote as a test writes it. */
export interface WrittenRemote {
  readonly name: string;
  /** Public pages by the last part of their address. */
  readonly pages: Readonly<Record<string, WrittenComponent>>;
  /** Sections by their id. */
  readonly sections?: Readonly<Record<string, WrittenComponent & { readonly role: string }>>;
  readonly overlay?: WrittenComponent;
  readonly roles?: TeamRole[];
  readonly backends?: Backend[];
}

const nameOf = (id: string) => id.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const functionOf = (body: string) => `function (props) { ${body} }`;

/** Writes the build of a remote into a folder. Returns its manifest. */
export function writeBuild(
  distDir: string,
  { name, pages, sections = {}, overlay, roles, backends }: WrittenRemote,
): Release {
  const all = { ...pages, ...sections, ...(overlay && { 'sign-in': overlay }) };
  const ids = Object.keys(all);
  mkdirSync(join(distDir, '.server'), { recursive: true });
  const components = Object.entries(all).map(([id, { body }]) => `${nameOf(id)}: ${functionOf(body)}`);
  writeFileSync(
    join(distDir, 'entry.js'),
    `var ${containerName(name)} = (() => {
      let React;
      const components = { ${components.join(',\n')} };
      return {
        async init(scope) { const [given] = Object.values(scope.react); React = (await given.get())(); },
        async get(module) { return () => ({ default: components[module.slice(2)] }); },
      };
    })();`,
  );
  const onServer = Object.entries(pages).map(
    ([id, { body, serverBody = body }]) => `${nameOf(id)}: ${functionOf(serverBody)}`,
  );
  writeFileSync(
    join(distDir, '.server', 'bundle.cjs'),
    `const React = require('react'); module.exports = { ${onServer.join(',\n')} };`,
  );
  const release = describeRelease(distDir, {
    name,
    title: name,
    version: '1.0.0',
    contract: `^${CONTRACT_VERSION}`,
    entry: 'entry.js',
    shared: {},
    components: Object.fromEntries(ids.map((id) => [nameOf(id), { scripts: [], styles: [] }])),
    contributions: {
      routes: Object.keys(pages).map((id) => ({ path: `/${id}`, component: nameOf(id), title: id, public: true })),
      links: [],
      sections: Object.entries(sections).map(([id, { role }], order) => ({
        ...{ id, component: nameOf(id), role, alsoFor: [], label: id, order },
      })),
      overlays: overlay ? [{ slot: 'sign-in', component: nameOf('sign-in') }] : [],
      ...(roles && { roles }),
      ...(backends && { backends }),
    },
  });
  writeFileSync(join(distDir, 'release.json'), JSON.stringify(release));
  return release;
}
