import { remoteConfigSchema } from '@cytocomm/contract';
import type { ComponentType } from 'react';
// biome-ignore lint/correctness/noUndeclaredDependencies: a name that the build's configuration resolves, no package
import config from 'remote-in-harness/remote.config.ts';

const modules = import.meta.webpackContext('remote-in-harness/src', {
  recursive: true,
  regExp: /^\.\/(?:pages|sections|overlays)\/\w+\.tsx$/,
  mode: 'lazy',
});

/** The remote in this harness, as its configuration states it. */
export const remote = remoteConfigSchema.parse(config);

/** Which props it takes cannot be seen at run time; the remote's own types vouch for it. */
function isComponent<Props>(value: unknown): value is ComponentType<Props> {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

/** Loads a component of the remote by the name under which its configuration contributes it. */
export async function loadComponent<Props>(name: string): Promise<{ default: ComponentType<Props> }> {
  const path = modules.keys().find((key) => key.endsWith(`/${name}.tsx`));
  if (!path)
    throw new Error(`There is no src/pages/${name}.tsx, src/sections/${name}.tsx or src/overlays/${name}.tsx.`);
  const { default: component } = await modules(path);
  if (!isComponent<Props>(component)) throw new Error(`${path} has no component as its default export.`);
  return { default: component };
}
