import { idOf } from './federation-plugins.ts';

const moduleOf = (identifier: string, file: string | null = null) => ({
  identifier: () => identifier,
  nameForCondition: () => file,
});
const madeUpIn = (root: string) =>
  [
    moduleOf(`provide module (default) react@19.3.1 = ${root}/node_modules/react/index.js`),
    moduleOf(`provide module (default) @cytocomm/kit/dashboard@1.0.0 = ${root}/packages/kit/src/dashboard/index.ts`),
    moduleOf(`container entry (default) [["./Main",{"import":["${root}/.federation/entry.0f.js"]}]]`),
    moduleOf('javascript/esm|entry', `${root}/node_modules/.federation/entry.0f.js`),
  ].map(idOf);

it('numbers nothing by the folder of the checkout', () => {
  expect(madeUpIn('/home/ada/portal')).toEqual([
    'provide default react',
    'provide default @cytocomm/kit/dashboard',
    'container',
    'federation',
  ]);
  expect(madeUpIn('/builds/2 @ 3 = 4/portal')).toEqual(madeUpIn('/home/ada/portal'));
});

it('leaves every other module its number', () => {
  expect(idOf(moduleOf('/home/ada/portal/shell/src/main.tsx', '/home/ada/portal/shell/src/main.tsx'))).toBeUndefined();
});
