export type { Answer, AnswerHeaders, Failed, RawAnswer, Result } from './answer.ts';
export { type ApiProblem, type LocalCode, localProblem, MISCONFIGURED, malformed } from './api-problem.ts';
export { isApiProblem, waitingTime } from './problem-display.ts';
export type { CallRequest, SendOptions, Transport } from './request.ts';
export { type Caller, send, sendAs } from './send-as.ts';
export { fetchTransport, sendPlain } from './send-plain.ts';
export { uploadTransport } from './upload-transport.ts';
