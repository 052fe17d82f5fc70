import { remoteImportsModule } from './remote-imports.ts';

test('every component of every remote is a lazy import in a chunk of its own', () => {
  const source = (name: string, components: Record<string, string>) => ({
    dir: `/root/${name}`,
    version: '0.1.0',
    config: {
      name,
      title: name,
      contract: '^1.0.0',
      contributions: { routes: [], links: [], sections: [], overlays: [] },
    },
    components,
  });
  const module = remoteImportsModule([
    source('mfe-a', { Home: '/root/mfe-a/src/pages/Home.tsx', About: '/root/mfe-a/src/pages/About.tsx' }),
    source('mfe-b', { Panel: '/root/it"s/mfe-b/src/sections/Panel.tsx' }),
  ]);
  expect(module).toBe(`export const remoteComponents = {
  "mfe-a": {
    Home: () => import(/* webpackChunkName: "mfe-a-Home" */ "/root/mfe-a/src/pages/Home.tsx"),
    About: () => import(/* webpackChunkName: "mfe-a-About" */ "/root/mfe-a/src/pages/About.tsx"),
  },
  "mfe-b": {
    Panel: () => import(/* webpackChunkName: "mfe-b-Panel" */ "/root/it\\"s/mfe-b/src/sections/Panel.tsx"),
  },
};
`);
});
