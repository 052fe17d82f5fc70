import { z } from 'zod';
import { traceFaults, traceSettings } from './settings.ts';

const read = (variables: Readonly<Record<string, string>>) => z.object(traceSettings).safeParse(variables);

test('without any there is no collector, and one trace of a hundred', () => {
  expect(read({}).data).toEqual({ OTEL_TRACES_SAMPLER_ARG: 0.01 });
});

test('headers are pairs with percent-encoded values', () => {
  const { data } = read({ OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a=b, x-tenant = 1' });
  expect(data?.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ Authorization: 'Bearer a=b', 'x-tenant': '1' });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://collector'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://key@collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/?key=x'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/v1/traces'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a key'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%0d%0ab'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
  ['OTEL_TRACES_SAMPLER_ARG', ' '],
  ['OTEL_TRACES_SAMPLER_ARG', '0x1'],
  ['OTEL_TRACES_SAMPLER_ARG', 'some'],
])('%s is refused as %s', (name, value) => {
  expect(read({ [name]: value }).error?.issues.map(({ path }) => path.join('.'))).toEqual([name]);
});

test('variables that the exporter would read by itself are refused, where there is a collector', () => {
  const own = { OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=x', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'x' };
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector:4318' };
  expect(traceFaults({ ...endpoint, ...own })).toEqual(Object.keys(own).map((name) => expect.stringContaining(name)));
  expect(traceFaults(own)).toEqual([]);
});

test('a key for the collector goes over a network by https only', () => {
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=x' };
  const faults = (endpoint: string, others = headers) =>
    traceFaults({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...others }).length;
  expect(faults('http://collector:4318')).toBe(1);
  expect(faults('https://collector:4318')).toBe(0);
  expect(faults('http://localhost:4318')).toBe(0);
  expect(traceFaults({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })).toEqual([]);
});
