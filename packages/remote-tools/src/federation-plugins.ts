import type { Release } from '@cytocomm/contract';
import type { Compilation, Compiler, Module } from 'webpack';
import webpack from 'webpack';
import { NAMED_PACKAGES } from './shared-scope.ts';

/** The module with which the federation plugin begins each build; its file's name is a hash of absolute paths. */
const FEDERATION_ENTRY = /[\\/]\.federation[\\/]entry\.[^\\/]*$/;

/** A module that gives a package to the shared scope; its identifier ends with the place of the package. */
const PROVIDED = /^provide module \(([^)]*)\) (@?[^@]+)@/;

/** Returns the id of a module that the federation plugin makes up, undefined for every other module. */
export function idOf(module: Pick<Module, 'identifier' | 'nameForCondition'>): string | undefined {
  if (FEDERATION_ENTRY.test(module.nameForCondition() ?? '')) return 'federation';
  const identifier = module.identifier();
  // A container's identifier names the entry's file too.
  if (identifier.startsWith('container entry')) return 'container';
  // By its place it would take the number of another module in some folders, and not in others.
  const [, scope, name] = PROVIDED.exec(identifier) ?? [];
  return name === undefined ? undefined : `provide ${scope} ${name}`;
}

/** Sets ids that do not depend on where the checkout lies, for the modules that the federation plugin makes up. */
export class StableIdsPlugin {
  /** Sets the ids before webpack hands out its own, which leaves them as they are. */
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('StableIdsPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('StableIdsPlugin', (modules) => {
        for (const module of modules) {
          const id = idOf(module);
          if (id !== undefined) compilation.chunkGraph.setModuleId(module, id);
        }
      });
    });
  }
}

type SharedNames = NonNullable<Release['sharedNames']>;

/** Whether a build takes shared packages from the page, or gives them to it. */
type Role = 'takes' | 'gives';

/** With what the federation plugin begins the identifier of a module that stands for a shared package. */
const MODULE_OF_PACKAGE: Readonly<Record<Role, string>> = {
  takes: 'webpack/sharing/consume/default/',
  gives: 'webpack/sharing/provide/default/',
};

const namesOfBuild = new WeakMap<Compilation, SharedNames>();

/** Returns the names that SharedNamesPlugin found in a build, packages and names in order. Throws when it was not part of the build. */
export function sharedNamesOf(compilation: Compilation): SharedNames {
  const names = namesOfBuild.get(compilation);
  if (!names) throw new Error('SharedNamesPlugin was not part of the build');
  return names;
}

function refuse(compilation: Compilation, module: Module, words: string): void {
  const error = new webpack.WebpackError(words);
  error.module = module;
  compilation.errors.push(error);
}

/**
 * Returns the names by which what is in the build refers to a package; what was shaken out of it does not count. A reference
 * to all of the package at once is an error of the build: nothing could tell whether a shell gives what is meant.
 */
function namesTaken(compilation: Compilation, request: string, shared: Module): string[] {
  const { moduleGraph, chunkGraph } = compilation;
  const names = new Set<string>();
  const takingAll = new Set<Module>();
  for (const connection of moduleGraph.getIncomingConnections(shared)) {
    const { originModule, dependency } = connection;
    if (!originModule || !dependency) continue;
    for (const runtime of chunkGraph.getModuleRuntimes(originModule)) {
      if (!connection.isTargetActive(runtime)) continue;
      for (const reference of compilation.getDependencyReferencedExports(dependency, runtime)) {
        const [name] = Array.isArray(reference) ? reference : reference.name;
        if (name === undefined) takingAll.add(originModule);
        else names.add(name);
      }
    }
  }
  for (const module of takingAll) refuse(compilation, module, `takes all of ${request}: import what it needs by name`);
  return [...names];
}

/** Returns the names that a package exports. Where webpack cannot list them, that is an error of the build. */
function namesGiven(compilation: Compilation, request: string, shared: Module): string[] {
  const { moduleGraph } = compilation;
  const [connection] = moduleGraph.getOutgoingConnections(shared);
  const names = connection && moduleGraph.getProvidedExports(connection.module);
  if (Array.isArray(names)) return names;
  refuse(compilation, shared, `the names that ${request} exports cannot be listed`);
  return [];
}

/** Lists the names that a build takes from shared packages, or gives in them, for its manifest. */
export class SharedNamesPlugin {
  readonly #role: Role;

  constructor(role: Role) {
    this.#role = role;
  }

  /** Looks when it is settled which modules are in the build, and before webpack joins them into fewer. */
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('SharedNamesPlugin', (compilation) => {
      compilation.hooks.afterOptimizeModules.tap('SharedNamesPlugin', () => {
        namesOfBuild.set(compilation, this.#namesIn(compilation));
      });
    });
  }

  #namesIn(compilation: Compilation): SharedNames {
    const { context } = compilation.compiler;
    const namesOf = this.#role === 'takes' ? namesTaken : namesGiven;
    return Object.fromEntries(
      NAMED_PACKAGES.toSorted().flatMap((request) => {
        const identifier = MODULE_OF_PACKAGE[this.#role] + request;
        const shared = [...compilation.modules].filter((module) => module.libIdent({ context }) === identifier);
        const names = new Set(shared.flatMap((module) => namesOf(compilation, request, module)));
        return shared.length > 0 ? [[request, [...names].sort()]] : [];
      }),
    );
  }
}
