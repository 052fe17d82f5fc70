import { parseSync, printSync } from '@swc/core';

/** A node of swc's tree, of any kind. */
type Node = Readonly<Record<string, unknown>>;
/** What a schema takes and what it gives differ where it has defaults or transforms. */
type Side = 'input' | 'output';

const SPAN = { start: 0, end: 0 };
const KEYWORDS: Readonly<Record<string, string>> = {
  ...{ ZodNumber: 'number', ZodInt: 'number', ZodCoercedNumber: 'number', ZodBoolean: 'boolean' },
  ...{ ZodString: 'string', ZodISODateTime: 'string', ZodISODate: 'string', ZodURL: 'string' },
  ...{ ZodUnknown: 'unknown', ZodNull: 'null' },
};
/** Smaller ones are written out: a name would say less. */
const MIN_NAMED_MEMBERS = 2;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const within = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner, key) => (isNode(inner) ? inner[key] : undefined), value);

const keyword = (kind: string): Node => ({ type: 'TsKeywordType', span: SPAN, kind });
const identifier = (value: string): Node => ({ type: 'Identifier', span: SPAN, ctxt: 0, value, optional: false });
const annotation = (type: unknown): Node => ({ type: 'TsTypeAnnotation', span: SPAN, typeAnnotation: type });
const reference = (name: string, ...params: readonly unknown[]): Node => ({
  ...{ type: 'TsTypeReference', span: SPAN, typeName: identifier(name) },
  typeParams: params.length > 0 ? { type: 'TsTypeParameterInstantiation', span: SPAN, params } : null,
});
const partsOf = (type: unknown): readonly unknown[] => {
  if (within(type, 'type') === 'TsParenthesizedType') return partsOf(within(type, 'typeAnnotation'));
  return within(type, 'type') === 'TsUnionType' ? nodesIn(within(type, 'types')).flatMap(partsOf) : [type];
};
const union = (...types: readonly unknown[]): unknown => {
  const parts = types.flatMap(partsOf);
  return parts.length === 1 ? parts[0] : { type: 'TsUnionType', span: SPAN, types: parts };
};
const isUnion = (type: unknown) => within(type, 'type') === 'TsUnionType';

/** The name behind `z.` and its parameters. */
function ofZod(type: unknown): { readonly name: string; readonly params: readonly Node[] } | undefined {
  const name = within(type, 'typeName', 'right', 'value');
  if (within(type, 'typeName', 'left', 'value') !== 'z' || typeof name !== 'string') return undefined;
  return { name, params: nodesIn(within(type, 'typeParams', 'params')) };
}

const INDEX: Node = {
  ...{ type: 'TsIndexSignature', span: SPAN, readonly: false, static: false },
  params: [{ ...identifier('key'), typeAnnotation: annotation(keyword('string')) }],
  typeAnnotation: annotation(keyword('unknown')),
};

function objectOf(fields: unknown, mode: unknown, side: Side): Node {
  const members = nodesIn(within(fields, 'members')).map((member) => {
    const type = plain(within(member, 'typeAnnotation', 'typeAnnotation'), side);
    const defined = partsOf(type).filter((part) => within(part, 'kind') !== 'undefined');
    const optional = defined.length < partsOf(type).length;
    return { ...member, optional, typeAnnotation: annotation(optional ? union(...defined) : type) };
  });
  const isLoose = within(mode, 'typeName', 'right', 'value') === '$loose';
  return { type: 'TsTypeLiteral', span: SPAN, members: isLoose ? [...members, INDEX] : members };
}

/** Returns the type that a schema's type stands for; what is of another kind stays. */
function plain(type: unknown, side: Side): unknown {
  const { name, params } = ofZod(type) ?? { name: '', params: [] };
  const [first, second] = params;
  const inner = (param: unknown = first) => plain(param, side);
  const element = () =>
    isUnion(inner()) ? { type: 'TsParenthesizedType', span: SPAN, typeAnnotation: inner() } : inner();
  switch (name) {
    case '':
      return type;
    case 'ZodObject':
      return objectOf(first, second, side);
    case 'ZodOptional':
      return union(inner(), keyword('undefined'));
    case 'ZodNullable':
      return union(inner(), keyword('null'));
    case 'ZodDefault':
      return side === 'output' ? inner() : union(inner(), keyword('undefined'));
    case 'ZodArray':
      return { type: 'TsArrayType', span: SPAN, elemType: element() };
    case 'ZodEnum':
      return union(
        ...nodesIn(within(first, 'members')).map((member) => within(member, 'typeAnnotation', 'typeAnnotation')),
      );
    case 'ZodUnion':
    case 'ZodDiscriminatedUnion': {
      const tuple = within(first, 'type') === 'TsTypeOperator' ? within(first, 'typeAnnotation') : first;
      return union(...nodesIn(within(tuple, 'elemTypes')).map((member) => inner(within(member, 'ty'))));
    }
    case 'ZodRecord':
      return reference('Record', inner(), inner(second));
    case 'ZodPipe':
      return side === 'output' ? inner(second) : inner();
    case 'ZodTransform':
      return side === 'output' ? first : (second ?? first);
    case 'ZodType':
    case 'ZodCustom':
      return first === undefined ? keyword('unknown') : inner(side === 'output' ? first : (second ?? first));
    case 'ZodLiteral':
    case 'ZodNonOptional':
    case 'ZodReadonly':
      return inner();
  }
  const kind = KEYWORDS[name];
  return kind ? keyword(kind) : reference(name.replace('Zod', ''), ...params.map((param) => inner(param)));
}

/** Returns a text that is the same for types that are the same but for the order of their members. */
function keyOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (!isNode(value)) return JSON.stringify(value) ?? '';
  const parts = partsOf(value);
  if (parts.length > 1 || parts[0] !== value) return parts.map(keyOf).sort().join('|');
  if (value.type === 'TsTypeLiteral') return `{${nodesIn(value.members).map(keyOf).sort().join()}}`;
  // An optional member may be undefined as well, so the two read the same.
  if (value.type === 'TsPropertySignature' && value.optional === true) {
    const parts = partsOf(within(value.typeAnnotation, 'typeAnnotation')).map(keyOf);
    const defined = parts.filter((part) => part !== keyOf(keyword('undefined'))).sort();
    return `(${value.readonly} ${within(value.key, 'value')}?:${defined.join('|')})`;
  }
  const entries = Object.entries(value).filter(([name]) => !['span', 'ctxt', 'raw'].includes(name));
  return `(${entries.map(([name, inner]) => `${name}:${name === 'key' ? within(inner, 'value') : keyOf(inner)}`).join()})`;
}

const sizeOf = (type: unknown) => Math.max(nodesIn(within(type, 'members')).length, partsOf(type).length);

const isNothing = (type: unknown) => ['undefined', 'null'].some((kind) => within(type, 'kind') === kind);

/** Returns the members of an object's type, as a type of their own, that another type has not, or not so. */
function without(type: unknown, other: unknown): unknown {
  const memberKeys = new Set(nodesIn(within(other, 'members')).map(keyOf));
  const members = nodesIn(within(type, 'members')).filter((member) => !memberKeys.has(keyOf(member)));
  return isNode(type) && members.length > 0 ? { ...type, members } : type;
}

/** The schemas of a door, and what types are called there. */
class Names {
  readonly #schemas = new Map<unknown, unknown>();
  readonly #names = new Map<string, string>();
  readonly #specifier: string;
  readonly #others: readonly Names[];

  /** Takes the names of `others` for what has none here. */
  constructor(specifier: string, declarations: readonly unknown[], others: readonly Names[]) {
    this.#specifier = specifier;
    this.#others = others;
    for (const { id } of declarations.flatMap((declaration) => nodesIn(within(declaration, 'declarations')))) {
      const type = within(id, 'typeAnnotation', 'typeAnnotation');
      if (ofZod(type)?.name.startsWith('Zod')) this.#schemas.set(within(id, 'value'), type);
    }
    for (const declaration of declarations)
      this.#add(this.inferred(within(declaration, 'typeAnnotation')), within(declaration, 'id', 'value'));
    for (const [schema, type] of this.#schemas) {
      this.#add(plain(type, 'output'), `z.infer<typeof ${schema}>`);
      this.#add(plain(type, 'input'), `z.input<typeof ${schema}>`);
    }
  }

  /** Returns what `z.infer<typeof schema>`, `z.output` or `z.input` stands for; nothing for other types. */
  inferred(type: unknown): unknown {
    const { name = '', params } = ofZod(type) ?? {};
    const schema = this.#schemas.get(within(params?.[0], 'exprName', 'value'));
    if (!/^(?:infer|input|output)$/.test(name) || schema === undefined) return undefined;
    return plain(schema, name === 'input' ? 'input' : 'output');
  }

  /** Of several names a type has the first. */
  #add(type: unknown, name: unknown): void {
    const key = keyOf(type);
    if (sizeOf(type) >= MIN_NAMED_MEMBERS && !this.#names.has(key)) this.#names.set(key, String(name));
  }

  /** Returns the type by its name; nothing when it has none. */
  named(type: Node, own: string): Node | undefined {
    const key = keyOf(type);
    const name = this.#names.get(key) ?? [...this.#others].map((other) => other.exported(key)).find(Boolean);
    return name === undefined || name === own || name.endsWith(` ${own}>`) ? undefined : reference(name);
  }

  /** Returns the name by which other doors know a type. */
  exported(key: string): string | undefined {
    const name = this.#names.get(key);
    // API Extractor numbers a name that is one of the browser's, too.
    return name && /^\w+$/.test(name) ? `import('${this.#specifier}').${name.replace(/_\d+$/, '')}` : undefined;
  }
}

/** `own` is the name that is being declared. */
function rewrite(value: unknown, names: Names, own = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, names, own));
  if (!isNode(value)) return value;
  if (ofZod(value)?.name.startsWith('Zod')) {
    const [output, input] = [plain(value, 'output'), plain(value, 'input')];
    const sides = keyOf(output) === keyOf(input) ? [output] : [output, without(input, output)];
    return reference('Schema', ...sides.map((side) => rewrite(side, names, own)));
  }
  if (isUnion(value)) {
    const [nothing, types] = [partsOf(value).filter(isNothing), partsOf(value).filter((type) => !isNothing(type))];
    const type = union(...types);
    const named = isNode(type) ? names.named(type, own) : undefined;
    return named ? union(named, ...nothing) : union(...partsOf(value).map((part) => rewrite(part, names, own)));
  }
  const named = value.type === 'TsTypeLiteral' ? names.named(value, own) : undefined;
  if (named) return named;
  const name = within(value.id, 'value');
  const inner = typeof name === 'string' ? name : own;
  const inferred = value.type === 'TsTypeAliasDeclaration' ? names.inferred(value.typeAnnotation) : undefined;
  const whole = inferred === undefined ? value : { ...value, typeAnnotation: inferred };
  return Object.fromEntries(Object.entries(whole).map(([key, part]) => [key, rewrite(part, names, inner)]));
}

/**
 * Returns the declarations of doors, by what an import names, as a person reads them: a schema is `Schema<Type>`, and
 * `Schema<Output, Input>` where the two differ, the input with what differs; an inferred type is written out; and a type is
 * called by its name where it is part of another, also by that which an earlier door gives it.
 */
export function readableTypes(doors: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const others: Names[] = [];
  const texts = [...doors].map(([specifier, types]): [string, string] => {
    const source = types.replaceAll(/^(export )?const (?=\w+:)/gm, '$1declare const ');
    const module = parseSync(source, { syntax: 'typescript' });
    const body = nodesIn(module.body);
    const names = new Names(
      specifier,
      body.map((item) => within(item, 'declaration') ?? item),
      [...others],
    );
    others.push(names);
    Object.assign(module, { body: rewrite(body, names) });
    return [specifier, printSync(module, { minify: true }).code.replaceAll(/\bdeclare const\b/g, 'const')];
  });
  return new Map(texts);
}
