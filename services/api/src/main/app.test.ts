import type { Express } from 'express';
import { ACCESS_RULE } from '../platform/http/mount.ts';
import { readConfig } from '../platform/settings/config.ts';
import { type Api, createApi } from './app.ts';

/** Every handler of every route that an app answers, with its address. */
function handlersOf(app: Express): { address: string; handler: object }[] {
  return app.router.stack.flatMap((layer) => {
    const { route } = layer;
    return route === undefined
      ? []
      : route.stack.map(({ handle, method }) => ({ address: `${method ?? 'all'} ${route.path}`, handler: handle }));
  });
}

/** What an app has besides routes: functions for every request by their names, anything mounted below an address by a question mark. */
function besidesRoutes(app: Express): string[] {
  return app.router.stack.flatMap((layer) =>
    layer.route === undefined ? ['slash' in layer && layer.slash === true ? layer.name : '?'] : [],
  );
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

  it('are got round by nothing that answers without a route', () => {
    // The log, the request's id, the metrics, the headers, and at the end 404 and failures.
    const unnamed = '<anonymous>';
    expect(besidesRoutes(api.app)).toEqual([unnamed, unnamed, 'observe', unnamed, unnamed, unnamed]);
    // The check of the Host, and the same but for the times of requests.
    expect(besidesRoutes(api.operatorApp)).toHaveLength(6);
    expect(besidesRoutes(api.operatorApp)).not.toContain('?');
  });
});
