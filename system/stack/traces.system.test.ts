import { type CollectedSpan, type Collector, startCollector } from '@cytocomm/runtime/testing';
import { until } from '../../services/api/src/testing/clock.ts';
import { type Deployment, startDeployment } from './testing/deployment.ts';

let collector: Collector;
let deployment: Deployment;
beforeAll(async () => {
  collector = await startCollector();
  deployment = await startDeployment({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '1',
    LOG_LEVEL: 'info',
  });
}, 240_000);
afterAll(async () => {
  await deployment[Symbol.asyncDispose]();
  await collector[Symbol.asyncDispose]();
}, 60_000);

const FOREIGN = '4bf92f3577b34da6a3ce929d0e0e4736';
const headers = { traceparent: `00-${FOREIGN}-00f067aa0ba902b7-01`, tracestate: 'a=b' };
const isServer = ({ kind }: CollectedSpan) => kind === 2;

describe.each([
  ['nginx', 0],
  ['Caddy', 1],
])('through %s', (_name, number) => {
  it('a page is one trace from the web process by the API to the database, independent of the headers of its visitor', async () => {
    const address = `${deployment.stack.edges[number]?.url}/figures`;
    // What the API has answered lately is not asked again: then the next page asks.
    const found = await until(
      'a page that asked the API',
      async () => {
        const id = (await fetch(address, { headers })).headers.get('x-request-id');
        const ofRequest = () =>
          collector.spans.filter((span) => isServer(span) && span.attributes['portal.request.id'] === id);
        await until('the span of the page', () => ofRequest().some(({ service }) => service === 'portal-web'), 30_000);
        const page = ofRequest().find(({ service }) => service === 'portal-web');
        const inTrace = () => collector.spans.filter(({ traceId }) => traceId === page?.traceId);
        const call = inTrace().find(({ name }) => name === 'ask the API');
        if (call === undefined || page === undefined) return undefined;
        await until('the span of the API', () => ofRequest().length === 2, 30_000);
        return { page, call, ofRequest: ofRequest(), spans: inTrace() };
      },
      60_000,
    );
    const { page, call, ofRequest, spans } = found;
    const api = ofRequest.find(({ service }) => service === 'portal-api');
    expect(page.parentSpanId ?? '').toBe('');
    expect(call.parentSpanId).toBe(page.spanId);
    expect(api).toMatchObject({ parentSpanId: call.spanId, traceId: page.traceId, name: 'GET /api/press-releases' });
    const commands = spans.filter(({ attributes }) => attributes['db.system.name'] === 'mongodb');
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter(({ parentSpanId }) => parentSpanId !== api?.spanId)).toEqual([]);
    expect(collector.text()).not.toContain(FOREIGN);
  }, 120_000);

  it('what is asked from within goes on with its trace', async () => {
    const trace = `${number}af92f3577b34da6a3ce929d0e0e4736`;
    const within = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    await fetch(`${deployment.stack.edges[number]?.innerUrl}/api/press-releases`, { headers: within });
    await until('its span', () => collector.spans.some((span) => isServer(span) && span.traceId === trace), 30_000);
  }, 60_000);
});
