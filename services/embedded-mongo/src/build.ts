import { Doc, NULL, type Value } from './document.ts';

/** What replies are made of: text, flags, whole numbers (int32), bigints (int64), documents, or BSON values in `bson()`. */
export type Plain = string | number | bigint | boolean | null | Date | Doc | Bson | readonly Plain[];

class Bson {
  readonly value: Value;
  constructor(value: Value) {
    this.value = value;
  }
}

/** Wraps a BSON value, so that `docOf` takes it as it is. */
export function bson(value: Value): Bson {
  return new Bson(value);
}

/** A document from a plain object; fields that are undefined are left out. */
export function docOf(fields: Readonly<Record<string, Plain | undefined>>): Doc {
  const map = new Map<string, Value>();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) map.set(name, toValue(value));
  return Doc.of(map);
}

/** A BSON value from a plain one. */
export function toValue(plain: Plain): Value {
  if (plain === null) return NULL;
  if (plain instanceof Bson) return plain.value;
  if (plain instanceof Doc) return { type: 'object', value: plain };
  if (plain instanceof Date) return { type: 'date', value: BigInt(plain.getTime()) };
  switch (typeof plain) {
    case 'string':
      return { type: 'string', value: plain };
    case 'boolean':
      return { type: 'bool', value: plain };
    case 'bigint':
      return { type: 'long', value: plain };
    case 'number':
      return plain === (plain | 0) ? { type: 'int', value: plain } : { type: 'double', value: plain };
    default:
      return { type: 'array', value: plain.map(toValue) };
  }
}
