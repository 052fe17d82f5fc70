import type {
  LocalFit,
  LocalFitQuestion,
  LocalRemote,
  LocalRemoteState,
  NewLocalRemote,
} from '../api/local-remotes.ts';
import { call, type Nothing } from './call.ts';

/** Lets pages of this browser load one remote from the own machine, for some hours. */
export const allowLocalRemote = /* @__PURE__ */ call<Nothing, Nothing, NewLocalRemote, LocalRemote>(
  'POST',
  '/api/local-remotes',
);

/** The permission that this browser has. */
export const readLocalRemote = /* @__PURE__ */ call<Nothing, Nothing, undefined, LocalRemoteState>(
  'GET',
  '/api/local-remotes',
);

/** Ends the permission of this browser. */
export const stopLocalRemote = /* @__PURE__ */ call('DELETE', '/api/local-remotes');

/** Whether the release that the own machine serves fits a page; the page asks before it loads anything of it. */
export const fitLocalRemote = /* @__PURE__ */ call<Nothing, Nothing, LocalFitQuestion, LocalFit>(
  'POST',
  '/api/local-remotes/fit',
);
