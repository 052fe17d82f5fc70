import { randomBytes } from 'node:crypto';
import { Doc, isIdentical, NULL, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { isEqual } from './keys.ts';
import { conjuncts, type Filter } from './matcher.ts';
import { MODIFIERS, type Modifier } from './modifiers.ts';
import { isIndex, type Path } from './paths.ts';

/** A parsed update: a whole new document, or changes in the order in which MongoDB makes them. */
export type Update =
  | { readonly kind: 'replacement'; readonly doc: Doc }
  | { readonly kind: 'changes'; readonly changes: readonly { readonly path: Path; readonly modifier: Modifier }[] };

/** Parses an update, refusing every operator that is not in the subset. */
export function parseUpdate(value: Value | undefined): Update {
  if (value?.type === 'array') refuse(9, 'An update with an aggregation pipeline');
  if (value?.type !== 'object') fail(9, 'Update argument must be an object');
  const names = [...value.value.fields.keys()];
  if (!names[0]?.startsWith('$')) {
    const dollar = names.find((name) => name.startsWith('$'));
    if (dollar !== undefined) fail(52, `The dollar ($) prefixed field '${dollar}' is not allowed in a replacement`);
    return { kind: 'replacement', doc: value.value };
  }
  const changes = [...value.value.fields].flatMap(([operator, fields]) => {
    const parse = MODIFIERS[operator];
    if (!parse) refuse(9, `Unknown modifier: ${operator}`);
    if (fields.type !== 'object') fail(9, `Modifiers operate on fields, but ${operator} has a ${fields.type}`);
    return [...fields.value.fields].map(([name, argument]) => ({
      path: parsePath(name),
      modifier: parse(argument, name),
    }));
  });
  changes.sort((a, b) => comparePaths(a.path, b.path));
  changes.forEach(({ path }, index) => {
    const next = changes[index + 1]?.path;
    if (!next || !path.every((part, slot) => next[slot] === part)) return;
    fail(40, `Updating the path '${next.join('.')}' would create a conflict at '${path.join('.')}'`);
  });
  return { kind: 'changes', changes };
}

function parsePath(name: string): Path {
  const path = name.split('.');
  if (path.includes('')) fail(56, `The update path '${name}' contains an empty field name, which is not allowed`);
  const dollar = path.find((part) => part.startsWith('$'));
  if (dollar === '$' || dollar?.startsWith('$[')) refuse(2, `The positional operator ${dollar} in the path '${name}'`);
  if (dollar !== undefined) fail(52, `The dollar ($) prefixed field '${dollar}' in '${name}' is not valid for storage`);
  return path;
}

/** MongoDB changes fields in the order of their names, numbers among them by value. */
function comparePaths(a: Path, b: Path): number {
  for (const [slot, one] of a.entries()) {
    const other = b[slot] ?? '';
    if (isIndex(one) && isIndex(other) && one !== other) return Number(one) - Number(other);
    if (one !== other) return Buffer.from(one).compare(Buffer.from(other));
  }
  return a.length - b.length;
}

/** What an update made of a document, and the paths that it touched: those that are still there were set, the others removed. */
export interface Updated {
  readonly doc: Doc;
  readonly touched: readonly string[];
}

/** Applies an update. The document that comes in stays as it is; the same one comes back when nothing changes. */
export function applyUpdate(before: Doc, update: Update, now: Date, isInsert: boolean): Updated {
  if (update.kind === 'replacement') {
    const id = before.get('_id') ?? update.doc.get('_id');
    checkId(before, update.doc.get('_id') ?? id);
    const doc = id ? Doc.of([['_id', id], ...update.doc.without('_id').fields]) : update.doc;
    return { doc: doc.bytes.equals(before.bytes) ? before : doc, touched: [] };
  }
  const touched: string[] = [];
  let doc = before;
  for (const { path, modifier } of update.changes) {
    if (modifier.isForInserts && !isInsert) continue;
    doc = inDoc(doc, { path, modifier, now, touched }, 0);
  }
  checkId(before, doc.get('_id'));
  return { doc, touched };
}

function checkId(before: Doc, id: Value | undefined): void {
  const old = before.get('_id');
  if (!old || (id && isEqual(old, id))) return;
  fail(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
}

/** One change on its way down its path. */
interface Step {
  readonly path: Path;
  readonly modifier: Modifier;
  readonly now: Date;
  readonly touched: string[];
}

const MAX_PADDING = 1_500_000;

function inDoc(doc: Doc, step: Step, slot: number): Doc {
  const name = step.path[slot] ?? '';
  const old = doc.get(name);
  const value = inValue(old, step, slot);
  if (value === old) return doc;
  return value ? doc.with(name, value) : doc.without(name);
}

/** The new value at a part of the path; the very same one when nothing changes. */
function inValue(old: Value | undefined, step: Step, slot: number): Value | undefined {
  const { path, modifier } = step;
  const part = path[slot + 1];
  if (part === undefined || old === undefined) {
    const value = part === undefined ? modifier.modify(old, step.now) : made(step, slot + 1);
    if (value === old || (value && old && isIdentical(value, old))) return old;
    touch(step, slot, old, value);
    return value;
  }
  if (old.type === 'object') {
    const doc = inDoc(old.value, step, slot + 1);
    return doc === old.value ? old : { type: 'object', value: doc };
  }
  if (old.type === 'array' && isIndex(part)) return inArray(old.value, old, Number(part), step, slot + 1);
  if (modifier.makesNothing) return old;
  fail(28, `Cannot create field '${part}' in element {${path[slot]}: ${old.type}}`);
}

function inArray(items: readonly Value[], old: Value, index: number, step: Step, slot: number): Value {
  const value = inValue(items[index], step, slot);
  if (value === items[index]) return old;
  if (index - items.length > MAX_PADDING) fail(2, `can't backfill array to larger than ${MAX_PADDING} elements`);
  const padding = Array.from({ length: Math.max(0, index - items.length) }, () => NULL);
  return { type: 'array', value: [...items, ...padding].toSpliced(index, 1, value ?? NULL) };
}

/** The documents that a path needs on its way to a field that is not there. */
function made(step: Step, slot: number): Value | undefined {
  if (step.modifier.makesNothing) return undefined;
  const isLast = slot === step.path.length - 1;
  const inner = isLast ? step.modifier.modify(undefined, step.now) : made(step, slot + 1);
  return inner && { type: 'object', value: Doc.of([[step.path[slot] ?? '', inner]]) };
}

function touch({ path, modifier, touched }: Step, slot: number, old?: Value, value?: Value): void {
  const name = path.slice(0, slot + 1).join('.');
  if (!modifier.appends || old?.type !== 'array' || value?.type !== 'array') touched.push(name);
  else for (let index = old.value.length; index < value.value.length; index += 1) touched.push(`${name}.${index}`);
}

/** The document that an upsert inserts: what the query says about equality, then the update. */
export function upsertDoc(filter: Filter, update: Update, now: Date): Doc {
  const all = equalitiesOf(filter).filter(({ path }) => update.kind === 'changes' || path.join('.') === '_id');
  const base = all.reduce((doc, { path, value }) => withEquality(doc, path, value, 0), Doc.EMPTY);
  return applyUpdate(base, update, now, true).doc;
}

function equalitiesOf(filter: Filter): readonly { readonly path: Path; readonly value: Value }[] {
  return conjuncts(filter).flatMap((part) => {
    if (part.kind === 'or' && part.of.length === 1) return part.of.flatMap(equalitiesOf);
    return part.kind === 'at' && part.test.equals ? [{ path: part.path, value: part.test.equals }] : [];
  });
}

function withEquality(doc: Doc, path: Path, value: Value, slot: number): Doc {
  const name = path[slot] ?? '';
  const old = doc.get(name);
  const isLast = slot === path.length - 1;
  if (old && (isLast || old.type !== 'object'))
    fail(54, `cannot infer fields to set: '${path.join('.')}' is matched twice`);
  if (isLast) return doc.with(name, value);
  return doc.with(name, {
    type: 'object',
    value: withEquality(old?.type === 'object' ? old.value : Doc.EMPTY, path, value, slot + 1),
  });
}

const PROCESS_PART = randomBytes(5);
let counter = randomBytes(3).readUIntBE(0, 3);

/** The document with its `_id` in the first place; a new ObjectId when it has none. */
export function withIdFirst(doc: Doc): Doc {
  const [first] = doc.fields.keys();
  if (first === '_id') return doc;
  counter = (counter + 1) % 0x1000000;
  const fresh = Buffer.alloc(12);
  fresh.writeUInt32BE(Math.floor(Date.now() / 1000), 0);
  PROCESS_PART.copy(fresh, 4);
  fresh.writeUIntBE(counter, 9, 3);
  return Doc.of([['_id', doc.get('_id') ?? { type: 'objectId', value: fresh }], ...doc.without('_id').fields]);
}
