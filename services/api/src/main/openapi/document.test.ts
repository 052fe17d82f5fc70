import { createServer, type Server } from 'node:http';
import { PROBLEMS } from '@cytocomm/contract';
import { readConfig } from '../../platform/settings/config.ts';
import { type Api, createApi } from '../app.ts';

let api: Api;
let server: Server;
let url: string;

beforeAll(async () => {
  api = await createApi(
    readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      MONGODB_URI: 'mongodb://127.0.0.1:1/none',
      SMTP_URL: 'smtp://127.0.0.1:1',
    }),
  );
  server = createServer(api.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
});

it('lists the stable codes of errors', async () => {
  const { components } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    components: { schemas: { ProblemCode: { enum: string[] } } };
  };
  expect(components.schemas.ProblemCode.enum).toEqual(Object.keys(PROBLEMS));
});

it('has no reference that leads nowhere', async () => {
  const text = await (await fetch(`${url}/api/openapi.json`)).text();
  const { components } = JSON.parse(text) as { components: { schemas: Record<string, object> } };
  const references = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]);
  expect(references.length).toBeGreaterThan(10);
  for (const name of references) expect(components.schemas).toHaveProperty([String(name)]);
  expect(text).not.toContain('#/$defs/');
});

it('is also a page without scripts, with an anchor for each error code', async () => {
  const answer = await fetch(`${url}/api/docs`);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const html = await answer.text();
  expect(html).not.toMatch(/<script| style=| on\w+=/);
  for (const code of Object.keys(PROBLEMS)) expect(html).toContain(`id="problem-${code}"`);
});
