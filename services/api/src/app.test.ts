import type { Express } from 'express';
import express from 'express';
import { type Api, createApi } from './app.ts';
import { readConfig } from './config.ts';
import { ACCESS_RULE } from './http/mount.ts';

/** Every handler of every route that an app answers, with its address. */
function handlersOf(app: Express): { address: string; handler: object }[] {
  return app.router.stack.flatMap((layer) => {
    const { route } = layer;
    return route === undefined
      ? []
      : route.stack.map(({ handle, method }) => ({ address: `${method ?? 'all'} ${route.path}`, handler: handle }));
  });
}

function withoutRule(app: Express): string[] {
  return handlersOf(app)
    .filter(({ handler }) => !(ACCESS_RULE in handler))
    .map(({ address }) => address);
}

describe('the access rules', () => {
  let api: Api;
  beforeAll(async () => {
    // No database answers there: the routes exist all the same.
    api = await createApi(
      readConfig({
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        MONGODB_URI: 'mongodb://127.0.0.1:1/none',
        SMTP_URL: 'smtp://127.0.0.1:1',
      }),
    );
  });
  afterAll(() => api.close());

  it('are stated by every route', () => {
    expect(handlersOf(api.app).length).toBeGreaterThan(20);
    expect(withoutRule(api.app)).toEqual([]);
    expect(withoutRule(api.operatorApp)).toEqual([]);
  });

  it('are missed on a route that states none', () => {
    const app = express();
    app.get('/api/secret', (_req, res) => {
      res.end();
    });
    expect(withoutRule(app)).toEqual(['get /api/secret']);
  });
});
