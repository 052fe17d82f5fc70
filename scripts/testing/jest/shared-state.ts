type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor>;

/** What test files may change of the process that they share: names, the process itself, how errors are written. */
const SHARED = [globalThis, process, Error];

function propertiesOf(object: object): Properties {
  return new Map(
    Reflect.ownKeys(object).flatMap((key) => {
      const property = Object.getOwnPropertyDescriptor(object, key);
      return property === undefined ? [] : [[key, property] as const];
    }),
  );
}

function putBack(object: object, before: Properties): void {
  for (const key of Reflect.ownKeys(object)) if (!before.has(key)) Reflect.deleteProperty(object, key);
  for (const [key, was] of before) {
    const is = Object.getOwnPropertyDescriptor(object, key);
    if (is === undefined || is.value !== was.value || is.get !== was.get) Reflect.defineProperty(object, key, was);
  }
}

/** Remembers the globals, the process and its settings as they are now. Returns a function that puts them back. */
export function rememberShared(): () => void {
  const shared = SHARED.map((object) => [object, propertiesOf(object)] as const);
  const settings = { ...process.env };
  return () => {
    for (const [object, before] of shared) putBack(object, before);
    for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
    Object.assign(process.env, settings);
  };
}
