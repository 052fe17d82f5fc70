export type { Answer, AnswerHeaders, Failed, RawAnswer, Result } from './answer.ts';
export {
  type ApiProblem,
  isApiProblem,
  type LocalCode,
  localProblem,
  MISCONFIGURED,
  malformed,
} from './api-problem.ts';
export type { CallRequest, SendOptions } from './request.ts';
export { send } from './send.ts';
export { type Caller, sendAs } from './send-as.ts';
export type { Transport } from './transport.ts';
export { uploadTransport } from './upload-transport.ts';
export { waitingTime } from './waiting-time.ts';
