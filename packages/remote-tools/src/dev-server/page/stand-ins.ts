import type { ComponentType, ElementType, FunctionComponent, ReactNode } from 'react';
import type { RefreshRuntime } from './components.ts';

/** What React Refresh's compiled code tells of a component's hooks. */
interface Signature {
  readonly key: string;
  readonly forceReset: boolean;
  readonly hooks: () => readonly unknown[];
}

/** The versions of one component. */
export interface Family {
  current: ElementType;
  /** What is rendered: the same for as long as the state may be kept. */
  shown: ElementType | undefined;
  /** Render again what shows this component. */
  readonly places: Set<() => void>;
  /** Stands for the component wherever it is used, made with the first use. */
  standIn?: FunctionComponent<object>;
}

declare global {
  /** Missing where React Refresh is there. */
  var portalStandIns: StandIns | undefined;
}

/** What elements are made of in the place of components that may change. */
interface StandIns extends RefreshRuntime {
  /** Makes the stand-in of a family; set by what imports React, which no entry of a remote can. */
  make: ((family: Family) => FunctionComponent<object>) | undefined;
  /** Returns the stand-in of a component, and anything else as it is. */
  of<Type>(type: Type): Type | FunctionComponent<object>;
}

/** Whether a component is a function of its properties: a class, or what `memo` makes, is none. */
export function isPlain(type: unknown): type is (props: object) => ReactNode {
  return typeof type === 'function' && !type.prototype?.isReactComponent;
}

/**
 * Creates what does the work of React Refresh under a production React, which can replace nothing: each component of the
 * build has one stand-in, which renders the newest version of it. State is kept while the hooks are the same.
 */
export function createStandIns(): StandIns {
  const byId = new Map<string, Family>();
  const byType = new WeakMap<object, Family>();
  const signatures = new WeakMap<object, Signature>();
  const changed = new Set<Family>();

  const isType = (type: unknown): type is ComponentType<object> =>
    typeof type === 'function' || (typeof type === 'object' && type !== null && '$$typeof' in type);

  function hooksOf(type: unknown, depth = 0): string {
    const signature = isType(type) ? signatures.get(type) : undefined;
    if (!signature || depth > 10) return '';
    return [signature.key, ...signature.hooks().map((hook) => hooksOf(hook, depth + 1))].join('\n');
  }

  return {
    register(type, id) {
      if (!isType(type) || byType.has(type)) return;
      const family = byId.get(id);
      if (!family) {
        const created: Family = { current: type, shown: undefined, places: new Set() };
        byId.set(id, created);
        byType.set(type, created);
        return;
      }
      const isKept =
        isPlain(type) &&
        isPlain(family.current) &&
        !signatures.get(type)?.forceReset &&
        hooksOf(type) === hooksOf(family.current);
      byType.set(type, family);
      family.current = type;
      if (!isKept) family.shown = undefined;
      changed.add(family);
    },
    createSignatureFunctionForTransform:
      () =>
      (type?: unknown, key = '', forceReset = false, hooks: () => readonly unknown[] = () => []) => {
        if (isType(type)) signatures.set(type, { key, forceReset, hooks });
        return type;
      },
    isLikelyComponentType: (type) => isType(type) && (typeof type !== 'function' || /^[A-Z]/.test(type.name)),
    getFamilyByType: (type) => (isType(type) ? byType.get(type) : undefined),
    make: undefined,
    of(type) {
      const family = isType(type) ? byType.get(type) : undefined;
      if (!family || !this.make) return type;
      family.standIn ??= this.make(family);
      return family.standIn;
    },
    performReactRefresh() {
      const families = [...changed];
      changed.clear();
      for (const { places } of families) for (const again of [...places]) again();
    },
  };
}
