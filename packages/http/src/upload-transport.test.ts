import { uploadDocument } from '@cytocomm/contract';
import { send, uploadTransport } from './index.ts';

/** The part of XMLHttpRequest that an upload uses, in the test's hand. */
class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  responseText = '';
  aborted = false;
  opened: string[] = [];
  headers: Record<string, string> = {};
  body: unknown;
  constructor() {
    FakeRequest.last = this;
  }
  open(...opened: string[]) {
    this.opened = opened;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(name: string) {
    return name === 'etag' ? '"1"' : null;
  }
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.aborted = true;
  }
  reply(status: number, text: string) {
    this.status = status;
    this.responseText = text;
    this.onload?.();
  }
}

const real = globalThis.XMLHttpRequest;
beforeEach(() => void Object.assign(globalThis, { XMLHttpRequest: FakeRequest }));
afterEach(() => {
  Object.assign(globalThis, { XMLHttpRequest: real });
  jest.useRealTimers();
});

function upload() {
  const parts: number[] = [];
  const stop = new AbortController();
  const form = new FormData();
  const answer = send(uploadDocument, {
    form,
    headers: { 'idempotency-key': 'k' },
    signal: stop.signal,
    transport: uploadTransport((part) => parts.push(part)),
  });
  return { answer, parts, stop, form, request: FakeRequest.last };
}

it('sends the form, tells its progress and reads the answer', async () => {
  const { answer, parts, form, request } = upload();
  expect(request.opened).toEqual(['POST', '/api/admin/documents']);
  expect(request.headers).toMatchObject({ accept: 'application/json', 'idempotency-key': 'k' });
  // The browser writes the boundary of a form itself.
  expect(request.headers).not.toHaveProperty('content-type');
  expect(request.body).toBe(form);
  request.upload.onprogress?.({ loaded: 1, total: 4 });
  request.upload.onprogress?.({ loaded: 1, total: 0 });
  request.reply(201, '{"id":"x"}');
  const { data, ...rest } = await answer;
  expect(data).toEqual({ id: 'x' });
  expect('headers' in rest && rest.headers.get('etag')).toBe('"1"');
  expect(parts).toEqual([0.25, 0]);
});

it('has no deadline while it progresses, and ends when it stalls', async () => {
  jest.useFakeTimers();
  const { answer, request } = upload();
  for (let passed = 0; passed < 10; passed += 1) {
    jest.advanceTimersByTime(59_000);
    request.upload.onprogress?.({ loaded: passed, total: 10 });
  }
  expect(request.aborted).toBe(false);
  jest.advanceTimersByTime(60_000);
  expect((await answer).error).toMatchObject({ code: 'timeout' });
  expect(request.aborted).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});

it('ends by its signal', async () => {
  const { answer, stop, request } = upload();
  stop.abort();
  expect((await answer).error).toMatchObject({ code: 'aborted' });
  expect(request.aborted).toBe(true);
});

it('is not sent when its signal has already ended it', async () => {
  const transport = uploadTransport(() => undefined);
  const answer = await send(uploadDocument, { form: new FormData(), signal: AbortSignal.abort(), transport });
  expect(answer.error).toMatchObject({ code: 'aborted' });
  expect(FakeRequest.last.opened).toEqual([]);
});

it('whose connection breaks is unreachable', async () => {
  const { answer, request } = upload();
  request.onerror?.();
  expect((await answer).error).toMatchObject({ code: 'unreachable' });
});

it('that the browser stops is unreachable at once', async () => {
  const { answer, request } = upload();
  request.onabort?.();
  expect((await answer).error).toMatchObject({ code: 'unreachable' });
});

it('with a header that cannot be sent leaves no timer behind', async () => {
  jest.useFakeTimers();
  const headers = { 'idempotency-key': 'two\nlines' };
  const transport = uploadTransport(() => undefined);
  expect((await send(uploadDocument, { form: new FormData(), headers, transport })).error).toBeDefined();
  expect(jest.getTimerCount()).toBe(0);
});
