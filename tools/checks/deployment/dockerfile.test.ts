import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../../commands/workspaces.ts';
import { IMAGE_SERVICES, programOf } from '../images/write-image.ts';

// No image can be built here; this holds the Dockerfile to what the project says elsewhere.

interface Stage {
  readonly from: string;
  readonly name: string;
  readonly lines: readonly string[];
}

function stagesOf(text: string): readonly Stage[] {
  const [, ...parts] = text.split(/^FROM /m);
  return parts.map((part) => {
    const [head = '', ...lines] = part.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const [from = '', , name = ''] = head.split(' ');
    return { from, name, lines };
  });
}

const stages = stagesOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
const stageOf = (name: string): Stage => stages.find((stage) => stage.name === name) ?? { from: '', name, lines: [] };
/** The value of the last line of an instruction in a stage or, without one, in what it begins with. */
function instructionOf(name: string, instruction: string): string | undefined {
  const { from, lines } = stageOf(name);
  const found = lines.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1);
  return found ?? (stages.some((stage) => stage.name === from) ? instructionOf(from, instruction) : undefined);
}

test('every image is of the Node that the project pins', () => {
  const manifest = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  const images = stages.map(({ from }) => from).filter((from) => !stages.some(({ name }) => name === from));
  expect(new Set(images)).toEqual(new Set([`node:${manifest.devDependencies.node}-bookworm-slim`]));
});

test.each(IMAGE_SERVICES)(
  'the image of %s holds only its own tree, starts its program, and does not run as root',
  (service) => {
    expect(stageOf(service).lines).toContain(`COPY --from=${service}-tree /image .`);
    expect(stageOf(`${service}-tree`).lines).toEqual([`RUN node tools/commands/image.ts ${service} /image`]);
    const [program = '', file = ''] = z.array(z.string()).parse(JSON.parse(instructionOf(service, 'CMD') ?? '[]'));
    expect([program, file]).toEqual(['node', programOf(service)]);
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(instructionOf(service, 'USER')).toBe('node');
  },
);

test.each(['api', 'web'])('the image of %s tells whether it lives, at the port of its operators', (service) => {
  const port = { api: 3001, web: 3002 }[service];
  expect(instructionOf(service, 'HEALTHCHECK')).toContain(`http://127.0.0.1:${port}/healthz`);
  expect(instructionOf(service, 'EXPOSE')?.split(' ')).toContain(String(port));
});

test('no image is given a secret, and none is built from what a checkout made or keeps', () => {
  const text = stages.flatMap(({ lines }) => lines).join('\n');
  expect(text).not.toMatch(/SECRET|PASSWORD|SIGNING_KEY|MONGODB_URI/);
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['**/node_modules', '.git', '.portal', 'secrets', '.env']));
});
