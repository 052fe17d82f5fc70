declare module 'react-refresh/runtime' {
  /** Whom React tells about its trees; must come before react-dom. */
  export function injectIntoGlobalHook(page: unknown): void;
  export function register(type: unknown, id: string): void;
  export function createSignatureFunctionForTransform(): unknown;
  export function isLikelyComponentType(type: unknown): boolean;
  export function getFamilyByType(type: unknown): unknown;
  export function performReactRefresh(): unknown;
}
