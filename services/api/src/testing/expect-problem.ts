import { type Problem, problemSchema } from '@cytocomm/contract';
import type { Answer } from './browser.ts';

/** Expects a refusal as every one has to be: problem details with the request's id, kept by nobody, with no trace of the server's inside. */
export function expectProblem(answer: Answer, status: number, code?: string): Problem {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const problem = problemSchema.parse(answer.body);
  expect(problem).toMatchObject({
    status,
    requestId: answer.headers['x-request-id'],
    ...(code === undefined ? {} : { code }),
  });
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d|at [\w.]+ \(/);
  expect(answer.headers['cache-control']).toBe('no-store');
  return problem;
}
