import type { Doc, Value, ValueType } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { isTruthy, wholeNumber } from './numbers.ts';

/** Arguments that every command takes. */
const GENERIC = 'lsid $db $readPreference readConcern writeConcern maxTimeMS comment txnNumber'.split(' ');
const READ_CONCERNS = ['local', 'available', 'majority', 'linearizable'];

/** The arguments of a command or of a part of one, read by type; what is not known is refused by name. */
export class Args {
  readonly #place: string;
  readonly #fields: Doc;

  /** `place` is how messages call it, as `find` or `update.updates`; the known names are parted by spaces. */
  constructor(place: string, fields: Doc, known: string) {
    this.#place = place;
    this.#fields = fields;
    const names = [place, ...known.split(' '), ...(place.includes('.') ? [] : GENERIC)];
    const unknown = [...fields.fields.keys()].find((name) => !names.includes(name));
    if (unknown !== undefined) refuse(40415, `BSON field '${place}.${unknown}' is an unknown field`);
  }

  value(name: string): Value | undefined {
    const value = this.#fields.get(name);
    return value?.type === 'null' ? undefined : value;
  }

  doc(name: string): Doc | undefined {
    const value = this.value(name);
    return !value || value.type === 'object' ? value?.value : this.#wrong(name, value, 'object');
  }

  list(name: string): readonly Value[] | undefined {
    const value = this.value(name);
    return !value || value.type === 'array' ? value?.value : this.#wrong(name, value, 'array');
  }

  /** A list of documents, which must be there. */
  docs(name: string): readonly Doc[] {
    return this.need(name, this.list(name)).map((one) =>
      one.type === 'object' ? one.value : this.#wrong(name, one, 'object'),
    );
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    return !value || value.type === 'string' ? value?.value : this.#wrong(name, value, 'string');
  }

  flag(name: string): boolean {
    return isTruthy(this.value(name));
  }

  /** A whole number that is not negative. */
  count(name: string): number | undefined {
    const value = this.value(name);
    const number = value && wholeNumber(`BSON field '${this.#place}.${name}'`, value);
    return number !== undefined && number < 0
      ? fail(51024, `BSON field '${name}' value must be >= 0, actual value '${number}'`)
      : number;
  }

  /** What an argument says, when it must be there. */
  need<T>(name: string, value: T | undefined): T {
    return value ?? fail(40414, `BSON field '${this.#place}.${name}' is missing but a required field`);
  }

  #wrong(name: string, { type }: Value, wanted: ValueType): never {
    fail(14, `BSON field '${this.#place}.${name}' is the wrong type '${type}', expected type '${wanted}'`);
  }
}

/** Refuses what a single server without transactions cannot promise. */
export function checkPromises(body: Doc): void {
  const [read, write] = [body.get('readConcern'), body.get('writeConcern')];
  if (body.get('autocommit') || body.get('startTransaction')) refuse(263, 'A transaction');
  for (const [name, value] of read?.type === 'object' ? read.value.fields : []) {
    const level = value.type === 'string' ? value.value : '';
    if (name !== 'level' || !READ_CONCERNS.includes(level)) refuse(2, `The readConcern ${name} ${level}`);
  }
  const w = write?.type === 'object' ? write.value.get('w') : undefined;
  const isKept = !w || (w.type === 'string' ? w.value === 'majority' : wholeNumber('w', w) <= 1);
  if (!isKept) fail(100, 'Not enough data-bearing nodes');
}
