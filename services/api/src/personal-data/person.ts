import { mongo } from 'mongoose';

/** Somebody by everything that records name them by. */
export interface Person {
  /** Lower case. */
  readonly email: string;
  /** Of the user's record, while there is one. */
  readonly userId: mongo.ObjectId | undefined;
  /** Whether a record names the person anywhere: by the address, or by the id of the user's record. */
  isNamedIn(record: unknown): boolean;
  /** The same record with another name in place of the address. */
  renamedIn<Kind>(record: Kind, pseudonym: string): Kind;
}

/** The characters of addresses as the portal takes them. */
const IN_ADDRESS = "a-z0-9._%+'-";

function patternOf(email: string): RegExp {
  const literally = email.replace(/[^a-z0-9]/g, '\\$&');
  // Not `joann@x.example` for `ann@x.example`, nor `ann@x.example.org`.
  return new RegExp(`(?<![${IN_ADDRESS}])${literally}(?![a-z0-9-]|\\.[a-z0-9])`, 'gi');
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A value with all that it is made of replaced by what `visit` returns. */
function walked(value: unknown, visit: (end: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => walked(entry, visit));
  if (!isPlainObject(value)) return visit(value);
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, walked(entry, visit)]));
}

/** The person of an address, with the id of the user's record if there is one. */
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

/** The person of an address, as far as the users' records know one. */
export async function personOf(db: mongo.Db, email: string): Promise<Person> {
  const record = await db.collection('users').findOne({ email }, { projection: { _id: 1 } });
  return person(email, record?._id);
}
