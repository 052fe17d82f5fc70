import { mongo } from 'mongoose';

/** A person, as records name them. */
export interface Person {
  /** Lower case. */
  readonly email: string;
  /** The user's id; undefined for no user. */
  readonly userId: mongo.ObjectId | undefined;
  /** Whether a record names the person, by address or id, in any field. */
  isNamedIn(record: unknown): boolean;
  /** Returns the record with a pseudonym for the address. */
  renamedIn<Kind>(record: Kind, pseudonym: string): Kind;
}

/** The characters of addresses. */
const IN_ADDRESS = "a-z0-9._%+'-";

function patternOf(email: string): RegExp {
  const literally = email.replace(/[^a-z0-9]/g, '\\$&');
  // Not `joann@x.example` for `ann@x.example`, nor `ann@x.example.org`.
  return new RegExp(`(?<![${IN_ADDRESS}])${literally}(?![a-z0-9-]|\\.[a-z0-9])`, 'gi');
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Returns a value with all its leaves replaced by `visit`. */
function walked(value: unknown, visit: (end: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => walked(entry, visit));
  if (!isPlainObject(value)) return visit(value);
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, walked(entry, visit)]));
}

/** Returns the person of an address, and of a user's id if there is one. */
export function person(email: string, userId?: mongo.ObjectId): Person {
  const address = patternOf(email);
  const id = userId?.toHexString();
  const isNamedBy = (value: unknown) => {
    if (typeof value === 'string') return value.search(address) !== -1 || (id !== undefined && value.includes(id));
    return value instanceof mongo.ObjectId && value.toHexString() === id;
  };
  function renamedIn<Kind>(record: Kind, pseudonym: string): Kind;
  function renamedIn(record: unknown, pseudonym: string): unknown {
    return walked(record, (value) => (typeof value === 'string' ? value.replace(address, pseudonym) : value));
  }
  return {
    email,
    userId,
    isNamedIn: (record) => {
      let found = false;
      walked(record, (value) => {
        found ||= isNamedBy(value);
        return value;
      });
      return found;
    },
    renamedIn,
  };
}

/** Returns the person of an address, with the id of its user. */
export async function personOf(db: mongo.Db, email: string): Promise<Person> {
  const record = await db.collection('users').findOne({ email }, { projection: { _id: 1 } });
  return person(email, record?._id);
}
