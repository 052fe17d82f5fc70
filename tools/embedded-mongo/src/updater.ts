import { randomBytes } from 'node:crypto';
import { Doc, isIdentical, NULL, toValue, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { isEqual } from './keys.ts';
import { conjuncts, type Filter } from './matcher.ts';
import { MODIFIERS, type Modifier } from './modifiers.ts';
import { isIndex, type Path } from './paths.ts';

/** A change of the value at a path. */
interface Change {
  readonly path: Path;
  readonly modifier: Modifier;
}

/** A parsed update: a replacement, or changes in MongoDB's order. */
export type Update =
  | { readonly kind: 'replacement'; readonly doc: Doc }
  | { readonly kind: 'changes'; readonly changes: readonly Change[] };

/** Parses an update. Throws on operators outside the subset. */
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
    const entries = [...fields.value.fields];
    return entries.map(([name, argument]) => ({ path: parsePath(name), modifier: parse(argument, name) }));
  });
  sortChanges(changes, 40, 'Updating would create a conflict');
  return { kind: 'changes', changes };
}

/** Sorts changes. Throws if the path of one is equal to, or within, the path of another. */
function sortChanges(changes: Change[], code: number, message: string): void {
  changes.sort((a, b) => comparePaths(a.path, b.path));
  changes.forEach(({ path }, index) => {
    const next = changes[index + 1]?.path;
    if (!next || !path.every((part, slot) => next[slot] === part)) return;
    fail(code, `${message}: '${next.join('.')}' and '${path.join('.')}'`);
  });
}

function parsePath(name: string): Path {
  const path = name.split('.');
  if (path.includes('')) fail(56, `The update path '${name}' contains an empty field name, which is not allowed`);
  const dollar = path.find((part) => part.startsWith('$'));
  if (dollar === '$' || dollar?.startsWith('$[')) refuse(2, `The positional operator ${dollar} in the path '${name}'`);
  if (dollar !== undefined) fail(52, `The dollar ($) prefixed field '${dollar}' in '${name}' is not valid for storage`);
  return path;
}

/** Compares paths in the order in which MongoDB changes fields: by name, array indexes by value. */
function comparePaths(a: Path, b: Path): number {
  for (const [slot, part] of a.entries()) {
    const other = b[slot] ?? '';
    if (isIndex(part) && isIndex(other) && part !== other) return Number(part) - Number(other);
    if (part !== other) return Buffer.from(part).compare(Buffer.from(other));
  }
  return a.length - b.length;
}

/** Applies an update. Returns the new document, the same one if nothing changes, and the paths that were touched. */
export function applyUpdate(before: Doc, update: Update, now: Date, isInsert: boolean) {
  if (update.kind === 'replacement') {
    const id = before.get('_id') ?? update.doc.get('_id');
    checkId(before, update.doc.get('_id') ?? id);
    const doc = Doc.of([['_id', id], ...update.doc.with('_id', undefined).fields]);
    return { doc: doc.bytes.equals(before.bytes) ? before : doc, touched: [] as readonly string[] };
  }
  const touched: string[] = [];
  let doc = before;
  for (const { path, modifier } of update.changes) {
    if (modifier.isForInserts && !isInsert) continue;
    doc = changeDoc(doc, { path, modifier, now, touched }, 0);
  }
  checkId(before, doc.get('_id'));
  return { doc, touched };
}

function checkId(before: Doc, id: Value | undefined): void {
  const oldId = before.get('_id');
  if (!oldId || (id && isEqual(oldId, id))) return;
  fail(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
}

/** The state of one change while it descends its path. */
interface Step {
  readonly path: Path;
  readonly modifier: Modifier;
  readonly now: Date;
  readonly touched: string[];
}

function changeDoc(doc: Doc, step: Step, slot: number): Doc {
  const name = step.path[slot] ?? '';
  const old = doc.get(name);
  const value = changeValue(old, step, slot);
  return value === old ? doc : doc.with(name, value);
}

/** Returns the new value at a part of the path, the same one if nothing changes. */
function changeValue(old: Value | undefined, step: Step, slot: number): Value | undefined {
  const { path, modifier } = step;
  const part = path[slot + 1];
  if (part === undefined || old === undefined) {
    const value = part === undefined ? modifier.modify(old, step.now) : createPath(step, slot + 1);
    if (value === old || (value && old && isIdentical(value, old))) return old;
    recordTouched(step, slot, old, value);
    return value;
  }
  if (old.type === 'object') {
    const doc = changeDoc(old.value, step, slot + 1);
    return doc === old.value ? old : { type: 'object', value: doc };
  }
  if (old.type === 'array' && isIndex(part)) {
    const index = Number(part);
    const value = changeValue(old.value[index], step, slot + 1);
    if (value === old.value[index]) return old;
    if (index > old.value.length)
      refuse(2, `A change beyond the end of the array '${path.slice(0, slot + 1).join('.')}'`);
    return { type: 'array', value: old.value.toSpliced(index, 1, value ?? NULL) };
  }
  if (modifier.isForExisting) return old;
  fail(28, `Cannot create field '${part}' in element {${path[slot]}: ${old.type}}`);
}

/** Creates the documents on the path to a missing field. */
function createPath({ path, modifier, now }: Step, slot: number): Value | undefined {
  const value = modifier.isForExisting ? undefined : modifier.modify(undefined, now);
  return value && path.slice(slot).reduceRight((inner, part) => toValue(Doc.of([[part, inner]])), value);
}

function recordTouched({ path, modifier, touched }: Step, slot: number, old?: Value, value?: Value): void {
  const name = path.slice(0, slot + 1).join('.');
  if (!modifier.appends || old?.type !== 'array' || value?.type !== 'array') touched.push(name);
  else for (let index = old.value.length; index < value.value.length; index += 1) touched.push(`${name}.${index}`);
}

/** Returns the document that an upsert inserts: the equalities of the query, then the update. */
export function upsertDoc(filter: Filter, update: Update, now: Date): Doc {
  const equalities = equalitiesOf(filter).filter(({ path }) => update.kind === 'changes' || path.join('.') === '_id');
  sortChanges(equalities, 54, 'cannot infer query fields to set');
  const base = applyUpdate(Doc.EMPTY, { kind: 'changes', changes: equalities }, now, true).doc;
  return applyUpdate(base, update, now, true).doc;
}

function equalitiesOf(filter: Filter): Change[] {
  return conjuncts(filter).flatMap((part) => {
    if (part.kind === 'or' && part.of.length === 1) return part.of.flatMap(equalitiesOf);
    const value = part.kind === 'at' && part.test.equals;
    return value ? [{ path: part.path, modifier: { modify: () => value } }] : [];
  });
}

/** Returns a document with `_id` as its first field, a new ObjectId if it has none. */
export function withIdFirst(doc: Doc): Doc {
  const [first] = doc.fields.keys();
  if (first === '_id') return doc;
  const objectId = randomBytes(12);
  objectId.writeUInt32BE(Math.floor(Date.now() / 1000), 0);
  return Doc.of([['_id', { type: 'objectId', value: objectId }], ...doc.fields]);
}
