import type { Doc, Value } from './document.ts';
import { MongoError, refuse } from './errors.ts';
import { isTruthy, wholeNumber } from './scalars.ts';

/** Arguments that every command takes. */
const GENERIC = new Set([
  'lsid',
  '$db',
  '$readPreference',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
  'txnNumber',
]);
const READ_CONCERNS = ['local', 'available', 'majority', 'linearizable'];

/** The arguments of a command or of a part of one, read by type; what is not known is refused by name. */
export class Args {
  readonly #place: string;
  readonly #fields: Doc;

  /** `place` is how messages call it, as `find` or `update.updates`. */
  constructor(place: string, fields: Doc, known: readonly string[]) {
    this.#place = place;
    this.#fields = fields;
    for (const name of fields.fields.keys()) {
      if (!known.includes(name) && name !== place && !(GENERIC.has(name) && !place.includes('.'))) {
        throw refuse(40415, `BSON field '${place}.${name}' is an unknown field`);
      }
    }
    this.#refuseUnlessEmpty('let');
    const collation = this.doc('collation')?.get('locale');
    if (this.has('collation') && !(collation?.type === 'string' && collation.value === 'simple'))
      throw refuse(2, `The option '${place}.collation'`);
  }

  has(name: string): boolean {
    const value = this.#fields.get(name);
    return value !== undefined && value.type !== 'null';
  }

  value(name: string): Value | undefined {
    return this.has(name) ? this.#fields.get(name) : undefined;
  }

  doc(name: string): Doc | undefined {
    const value = this.value(name);
    if (value === undefined || value.type === 'object') return value?.value;
    throw this.#wrongType(name, value, 'object');
  }

  list(name: string): readonly Value[] | undefined {
    const value = this.value(name);
    if (value === undefined || value.type === 'array') return value?.value;
    throw this.#wrongType(name, value, 'array');
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined || value.type === 'string') return value?.value;
    throw this.#wrongType(name, value, 'string');
  }

  flag(name: string): boolean {
    return isTruthy(this.value(name));
  }

  /** A whole number that is not negative. */
  count(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const number = wholeNumber(`BSON field '${this.#place}.${name}'`, value);
    if (number < 0) throw new MongoError(51024, `BSON field '${name}' value must be >= 0, actual value '${number}'`);
    return number;
  }

  required<T>(name: string, value: T | undefined): T {
    if (value !== undefined) return value;
    throw new MongoError(40414, `BSON field '${this.#place}.${name}' is missing but a required field`);
  }

  /** Throws when an option that the subset has not is switched on. */
  refuse(...names: readonly string[]): void {
    for (const name of names)
      if (this.has(name) && this.flag(name)) throw refuse(2, `The option '${this.#place}.${name}'`);
  }

  #refuseUnlessEmpty(name: string): void {
    if ((this.doc(name)?.size ?? 0) > 0) throw refuse(2, `The option '${this.#place}.${name}'`);
  }

  #wrongType(name: string, value: Value, wanted: string): MongoError {
    return new MongoError(
      14,
      `BSON field '${this.#place}.${name}' is the wrong type '${value.type}', expected type '${wanted}'`,
    );
  }
}

/** Refuses what a single server without transactions cannot promise. */
export function checkConcerns(body: Doc): void {
  const [read, write] = [body.get('readConcern'), body.get('writeConcern')];
  for (const name of ['startTransaction', 'autocommit', 'coordinator']) {
    if (body.has(name)) throw refuse(263, `A transaction (${name})`);
  }
  for (const [name, value] of read?.type === 'object' ? read.value.fields : []) {
    if (name !== 'level' || value.type !== 'string' || !READ_CONCERNS.includes(value.value))
      throw refuse(2, `The readConcern ${name}${value.type === 'string' ? `: ${value.value}` : ''}`);
  }
  const w = write?.type === 'object' ? write.value.get('w') : undefined;
  const isSatisfiable = w === undefined || (w.type === 'string' ? w.value === 'majority' : wholeNumber('w', w) <= 1);
  if (!isSatisfiable) throw new MongoError(100, 'Not enough data-bearing nodes');
}
