import { readableTypes } from './readable-types.ts';

const readable = (types: string) => readableTypes(new Map([['@sample/cells', types]])).get('@sample/cells') ?? '';

/** As API Extractor writes it: a schema with all that zod knows of it. */
const CELL = `z.ZodObject<{ id: z.ZodString; size: z.ZodDefault<z.ZodNumber>; kind: z.ZodOptional<z.ZodEnum<{ red: 'red'; white: 'white' }>> }, z.core.$strip>`;
const DOOR = `import { z } from 'zod';
export const cellSchema: ${CELL};
export type Cell = z.infer<typeof cellSchema>;
export const dishSchema: z.ZodObject<{ cells: z.ZodArray<${CELL}>; from: z.ZodNullable<z.ZodISODate> }, z.core.$strict>;
export const readCell: Call<{ id: string }, Nothing, Nothing, { kind?: 'white' | 'red' | undefined; id: string; size: number }>;
`;
const linesOf = (types: string) =>
  readable(types)
    .split(/;(?=export |$)/)
    .slice(1);

test('a schema is its type, a type that has a name is called by it', () => {
  expect(linesOf(DOOR)).toEqual([
    'export const cellSchema:Schema<Cell,{size?:number}>',
    'export type Cell={id:string;size:number;kind?:"red"|"white"}',
    'export const dishSchema:Schema<{cells:Cell[];from:string|null},{cells:z.input<typeof cellSchema>[]}>',
    'export const readCell:Call<{id:string},Nothing,Nothing,Cell>',
    '',
  ]);
});

test.each([
  ['a field', 'id: z.ZodString', 'key: z.ZodString'],
  ['the type of a field', 'id: z.ZodString', 'id: z.ZodNumber'],
  ['what may be left out', "z.ZodOptional<z.ZodEnum<{ red: 'red'; white: 'white' }>>", "z.ZodEnum<{ red: 'red' }>"],
  ['a default', 'z.ZodDefault<z.ZodNumber>', 'z.ZodNumber'],
  ['a word', "white: 'white'", "blue: 'blue'"],
  ['what a transform takes', 'id: z.ZodString', 'id: z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>'],
])('%s that changes is seen', (_, before, after) => {
  expect(DOOR).toContain(before);
  expect(readable(DOOR.replaceAll(before, after))).not.toBe(readable(DOOR));
});

test.each([
  ['z.ZodObject<{ a: z.ZodURL }, z.core.$loose>', '{a:string;[key:string]:unknown}'],
  ["z.ZodUnion<readonly [z.ZodLiteral<'a'>, z.ZodInt]>", '"a"|number'],
  ["z.ZodDiscriminatedUnion<[z.ZodObject<{ a: z.ZodDate }>, z.ZodNull], 'a'>", '{a:Date}|null'],
  ['z.ZodRecord<z.ZodString, z.ZodType<Cell>>', 'Record<string,Cell>'],
  ['z.ZodArray<z.ZodNullable<z.ZodBoolean>>', '(boolean|null)[]'],
  ['z.ZodType', 'unknown'],
  ['z.ZodIntersection<z.ZodString, z.ZodFile>', 'Intersection<string,File>'],
])('%s is %s', (schema, type) => {
  expect(linesOf(`import { z } from 'zod';\nexport const x: ${schema};`)[0]).toBe(`export const x:Schema<${type}>`);
});

test('a type that only an earlier door names is called by that', () => {
  const dish = `import { z } from 'zod';\nexport const dishSchema: z.ZodObject<{ cells: z.ZodArray<${CELL}> }, z.core.$strip>;`;
  const texts = readableTypes(
    new Map([
      ...([
        ['@sample/cells', DOOR],
        ['@sample/dishes', dish],
      ] as const),
    ]),
  );
  expect(texts.get('@sample/dishes')).toContain("Schema<{cells:import('@sample/cells').Cell[]}");
});

test('what has no schema stays', () => {
  const types = 'export class Q extends Error{readonly name: "Q";static make(x?:string):Q}export const LIMIT=3;';
  expect(readable(types)).toBe(types);
});
