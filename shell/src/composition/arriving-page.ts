/** A page whose markup is there before its component. */
export interface ArrivingPage {
  readonly path: string;
  /** Resolves when the component is ready or the page was left. Until then the markup stays, and can be read. */
  readonly arrived: Promise<void>;
  /** False from when the page was left: shown again, it is a page like any other. */
  isHere(): boolean;
  leave(): void;
}

/** Returns the arriving page at a path whose component `ready` waits for. */
export function arrivingPage(path: string, ready: Promise<void>): ArrivingPage {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isHere = true;
  ready.then(resolve, resolve);
  return {
    path,
    arrived: promise,
    isHere: () => isHere,
    leave() {
      isHere = false;
      resolve();
    },
  };
}
