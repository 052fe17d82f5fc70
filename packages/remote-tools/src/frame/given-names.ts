import type { Release } from '@cytocomm/contract';
import type { Stats } from 'webpack';
import { NAMED_PACKAGES } from '../shared-scope.ts';

/** Returns the names that the shared packages in a build of the frame export, in order, by package. */
export function givenNames({ compilation }: Stats): NonNullable<Release['sharedNames']> {
  const { moduleGraph, modules } = compilation;
  const names: Record<string, string[]> = {};
  for (const module of modules)
    for (const { dependency, module: imported } of moduleGraph.getOutgoingConnections(module)) {
      const request = dependency && 'request' in dependency ? dependency.request : undefined;
      if (typeof request !== 'string' || request in names || !NAMED_PACKAGES.includes(request)) continue;
      const provided = moduleGraph.getProvidedExports(imported);
      if (Array.isArray(provided)) names[request] = provided.toSorted();
    }
  return names;
}
