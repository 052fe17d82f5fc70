import type { FakePortal } from './portal/state.ts';

const patterns = new Map<string, URLPattern>();

function patternOf(path: string): URLPattern {
  const pattern = patterns.get(path) ?? new URLPattern({ pathname: path });
  patterns.set(path, pattern);
  return pattern;
}

const decoded = (parts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(parts).map(([name, part = '']) => [name, decodeURIComponent(part)]));

/** Returns the answer of a fake portal to a request; throws when it does not know the call. */
export async function askFakePortal({ calls }: FakePortal, request: Request): Promise<Response> {
  for (const { call, answer } of calls) {
    const found = call.method === request.method ? patternOf(call.path).exec(request.url) : null;
    if (found !== null) return answer(request, decoded(found.pathname.groups));
  }
  throw new Error(`the fake portal does not know ${request.method} ${request.url}`);
}
