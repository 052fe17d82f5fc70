import type { EventEmitter } from 'node:events';

type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor>;

/** What test files may change of the process that they share: names, the process itself, how errors are written, chance. */
const SHARED = [globalThis, process, Error, Math, JSON];
/** Events of the process whose listeners are put back: others are of packages, which stay for the worker's next files. */
const EVENTS = ['uncaughtException', 'unhandledRejection', 'warning', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const emitter: EventEmitter = process;
const isListener = (value: unknown): value is () => void => typeof value === 'function';

function propertiesOf(object: object): Properties {
  return new Map(
    Reflect.ownKeys(object).flatMap((key) => {
      const property = Object.getOwnPropertyDescriptor(object, key);
      return property === undefined ? [] : [[key, property] as const];
    }),
  );
}

function putBack(object: object, saved: Properties): void {
  for (const key of Reflect.ownKeys(object)) if (!saved.has(key)) Reflect.deleteProperty(object, key);
  for (const [key, was] of saved) {
    const is = Object.getOwnPropertyDescriptor(object, key);
    if (is === undefined || is.value !== was.value || is.get !== was.get) Reflect.defineProperty(object, key, was);
  }
}

/** Remembers the globals, the process, its listeners and its settings as they are now. Returns a function that puts them back. */
export function rememberShared(): () => void {
  const shared = SHARED.map((object) => [object, propertiesOf(object)] as const);
  const settings = { ...process.env };
  const listeners = EVENTS.map((event) => [event, new Set(emitter.rawListeners(event))] as const);
  return () => {
    for (const [object, before] of shared) putBack(object, before);
    for (const [event, before] of listeners)
      for (const listener of emitter.rawListeners(event))
        if (!before.has(listener) && isListener(listener)) emitter.removeListener(event, listener);
    for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
    Object.assign(process.env, settings);
  };
}
