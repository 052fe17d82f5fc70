import { addNumbers } from './arithmetic.ts';
import { Doc, type Value } from './document.ts';
import { isIdentical } from './encode.ts';
import { badValue, MongoError } from './errors.ts';
import { matches } from './matcher.ts';
import { isNumber } from './number-key.ts';
import { compareValues, isEqual } from './order.ts';
import { isIndex, type Path } from './paths.ts';
import { show } from './scalars.ts';
import { sortKey } from './sorter.ts';
import type { Change, PullFilter, Update } from './update-spec.ts';

/** What an update made of a document, and which paths it touched: those in `touched` that are still there were set, the others removed. */
export interface Updated {
  readonly doc: Doc;
  readonly touched: readonly string[];
}

/** Applies an update. The document that comes in stays as it is; the same one comes back when nothing changes. */
export function applyUpdate(before: Doc, update: Update, now: Date, isInsert: boolean): Updated {
  if (update.kind === 'replacement') return { doc: replacement(before, update.doc), touched: [] };
  const touched: string[] = [];
  let doc = before;
  for (const { path, change } of update.changes) {
    if (change.op === '$setOnInsert' && !isInsert) continue;
    const step = new Step(path, change, now, before);
    doc = step.inDoc(doc, 0);
    touched.push(...step.touched);
  }
  checkId(before, doc);
  return { doc, touched };
}

/** The document that goes in the place of another one, with the `_id` of that. */
function replacement(before: Doc, doc: Doc): Doc {
  checkId(before, doc.has('_id') ? doc : before);
  const id = before.get('_id') ?? doc.get('_id');
  const after = id === undefined ? doc : Doc.of(new Map([['_id', id], ...doc.without('_id').fields]));
  return isIdentical({ type: 'object', value: before }, { type: 'object', value: after }) ? before : after;
}

function checkId(before: Doc, after: Doc): void {
  const [old, id] = [before.get('_id'), after.get('_id')];
  if (old === undefined || (id !== undefined && isEqual(old, id))) return;
  throw new MongoError(66, `Performing an update on the path '_id' would modify the immutable field '_id'`);
}

const MAX_PADDING = 1_500_000;

/** One change on its way down its path. */
class Step {
  readonly touched: string[] = [];
  readonly #path: Path;
  readonly #change: Change;
  readonly #now: Date;
  readonly #whole: Doc;

  constructor(path: Path, change: Change, now: Date, whole: Doc) {
    this.#path = path;
    this.#change = change;
    this.#now = now;
    this.#whole = whole;
  }

  get #creates(): boolean {
    return this.#change.op !== '$unset' && this.#change.op !== '$pull';
  }

  inDoc(doc: Doc, at: number): Doc {
    const name = this.#path[at] ?? '';
    const old = doc.get(name);
    const value = this.#inValue(old, at);
    if (value === old) return doc;
    return value === undefined ? doc.without(name) : doc.with(name, value);
  }

  /** The new value at `path[at]`; the very same one when nothing changes. */
  #inValue(old: Value | undefined, at: number): Value | undefined {
    const isLast = at === this.#path.length - 1;
    if (isLast || old === undefined) {
      const value = isLast ? this.#changed(old) : this.#created(at + 1);
      if (value === old || (value && old && isIdentical(value, old))) return old;
      this.#touch(at, old, value);
      return value;
    }
    if (old.type === 'object') {
      const doc = this.inDoc(old.value, at + 1);
      return doc === old.value ? old : { type: 'object', value: doc };
    }
    const part = this.#path[at + 1];
    if (old.type === 'array' && isIndex(part)) return this.#inArray(old, Number(part), at + 1);
    if (!this.#creates) return old;
    throw new MongoError(28, `Cannot create field '${part}' in element {${this.#path[at]}: ${show(old)}}`);
  }

  #inArray(old: Value & { type: 'array' }, index: number, at: number): Value {
    const before = old.value[index];
    const value = this.#inValue(before, at);
    if (value === before) return old;
    if (index - old.value.length > MAX_PADDING)
      throw new MongoError(2, `can't backfill array to larger than ${MAX_PADDING} elements`);
    const items = [...old.value];
    while (items.length < index) items.push({ type: 'null' });
    items[index] = value ?? { type: 'null' };
    return { type: 'array', value: items };
  }

  /** The documents that a path needs on its way to a field that is not there. */
  #created(at: number): Value | undefined {
    if (!this.#creates) return undefined;
    const inner = at === this.#path.length - 1 ? this.#changed(undefined) : this.#created(at + 1);
    return inner && { type: 'object', value: Doc.of(new Map([[this.#path[at] ?? '', inner]])) };
  }

  #touch(at: number, old: Value | undefined, value: Value | undefined): void {
    const path = this.#path.slice(0, at + 1).join('.');
    const appended =
      this.#change.op === '$push' && isAppend(this.#change) && old?.type === 'array' && value?.type === 'array';
    if (!appended) this.touched.push(path);
    else
      for (let index = old.value.length; index < value.value.length; index += 1) this.touched.push(`${path}.${index}`);
  }

  #changed(old: Value | undefined): Value | undefined {
    const change = this.#change;
    switch (change.op) {
      case '$set':
      case '$setOnInsert':
        return change.value;
      case '$unset':
        return undefined;
      case '$min':
        return old === undefined || compareValues(change.value, old) < 0 ? change.value : old;
      case '$max':
        return old === undefined || compareValues(change.value, old) > 0 ? change.value : old;
      case '$inc':
        return this.#incremented(change, old);
      case '$currentDate':
        return currentDate(change.as, this.#now);
      case '$push':
        return { type: 'array', value: pushed(this.#array(old), change) };
      case '$addToSet': {
        const items = [...this.#array(old)];
        for (const item of change.items) if (!items.some((one) => isEqual(one, item))) items.push(item);
        return { type: 'array', value: items };
      }
      case '$pull':
        if (old === undefined) return undefined;
        if (old.type !== 'array') throw badValue('Cannot apply $pull to a non-array value');
        return { type: 'array', value: old.value.filter((item) => !isPulled(change.filter, item)) };
    }
  }

  #incremented(change: Change & { op: '$inc' }, old: Value | undefined): Value {
    if (old === undefined) return change.value;
    if (!isNumber(old)) {
      throw new MongoError(
        14,
        `Cannot apply $inc to a value of non-numeric type. {_id: ${show(this.#whole.get('_id'))}} has the field '${this.#path.at(-1)}' of non-numeric type ${old.type}`,
      );
    }
    const sum = addNumbers(old, change.value);
    if (sum) return sum;
    throw badValue(
      `Failed to apply $inc operations to current value ((NumberLong)${show(old)}) for document {_id: ${show(this.#whole.get('_id'))}}`,
    );
  }

  #array(old: Value | undefined): readonly Value[] {
    if (old === undefined) return [];
    if (old.type === 'array') return old.value;
    const field = this.#path.join('.');
    throw badValue(
      this.#change.op === '$addToSet'
        ? `Cannot apply $addToSet to non-array field. Field named '${this.#path.at(-1)}' has non-array type ${old.type}`
        : `The field '${field}' must be an array but is of type ${old.type} in document {_id: ${show(this.#whole.get('_id'))}}`,
    );
  }
}

/** The value of `$currentDate`. */
export function currentDate(as: 'date' | 'timestamp', now: Date): Value {
  const ms = BigInt(now.getTime());
  return as === 'date' ? { type: 'date', value: ms } : { type: 'timestamp', value: ((ms / 1000n) << 32n) | 1n };
}

function isAppend(change: Change & { op: '$push' }): boolean {
  return change.position === undefined && change.slice === undefined && change.sort === undefined;
}

function pushed(old: readonly Value[], change: Change & { op: '$push' }): readonly Value[] {
  const { position = old.length, sort, slice } = change;
  const at = position < 0 ? Math.max(0, old.length + position) : Math.min(position, old.length);
  let items = [...old.slice(0, at), ...change.items, ...old.slice(at)];
  if (sort === 1 || sort === -1) items.sort((a, b) => sort * compareValues(a, b));
  else if (sort)
    items = items
      .map((item) => ({ item, key: sortKey(item.type === 'object' ? item.value : Doc.EMPTY, sort) }))
      .sort((a, b) => a.key.compare(b.key))
      .map(({ item }) => item);
  if (slice === undefined) return items;
  return slice < 0 ? items.slice(slice) : items.slice(0, slice);
}

function isPulled(filter: PullFilter, item: Value): boolean {
  if (filter.kind === 'equal') return isEqual(filter.value, item);
  if (filter.kind === 'document') return item.type === 'object' && matches(filter.filter, item.value);
  return matches(filter.filter, Doc.of(new Map([['', item]])));
}
