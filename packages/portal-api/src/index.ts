export { type PortalBaseQuery, type PortalRequest, type RemoteBackend, sendAsMe, sendToBackend } from './base-query.ts';
export {
  type ChangeOptions,
  type Deletion,
  deletion,
  endpoint,
  mutation,
  type Page,
  pages,
  pagesOfArrays,
  type ReadingOptions,
} from './endpoint.ts';
export type { CallInput, ChangeEndpoint, HookArgument, PagesEndpoint, ReadEndpoint } from './endpoint-types.ts';
export { GroupChecks, type GroupChecksProps, ItemGroups, type ItemGroupsProps, useGroups } from './groups.tsx';
export { AtLowerEdge } from './lists/AtLowerEdge.tsx';
export { BulkBar, type BulkBarProps, DeleteChosen, type DeleteChosenProps } from './lists/BulkBar.tsx';
export {
  type Choice,
  ChoiceField,
  type ChoiceFieldProps,
  choiceNamed,
  choicesIn,
  YearField,
  type YearFieldProps,
  yearNamed,
} from './lists/ChoiceField.tsx';
export {
  DOCUMENT_KINDS,
  DOCUMENT_SORTS,
  DocumentSearch,
  type DocumentSearchProps,
  type DocumentSearchState,
  kindLabel,
  PublishedTime,
  type PublishedTimeProps,
  useDocumentSearch,
  WANTED_KINDS,
} from './lists/documents.tsx';
export { ExportLink, type ExportLinkProps, saveFrom } from './lists/downloads.tsx';
export { BackToList, type BackToListProps, type ListFields, useListState, useOpenedName } from './lists/list-state.tsx';
export {
  GridPages,
  type GridPagesProps,
  PagedList,
  type PagedListProps,
  type PagedQuery,
  ShowMore,
  useGoingOn,
} from './lists/PagedList.tsx';
export { FilterBar, SearchField, type SearchFieldProps } from './lists/SearchField.tsx';
export {
  type Failure,
  MAX_CHOSEN,
  namesOf,
  type Outcome,
  type RunOptions,
  useChosen,
  useEach,
} from './lists/use-each.ts';
export { LiveStatus, startLive, useLive, useLiveState } from './live.tsx';
export type { LiveState } from './live-connection.ts';
export { ON_TAKEN_NAME, portalApi, type RemoteTag, remoteTags, type Tag, tagTypes } from './portal-api.ts';
export { problemMessage, QueryFailure, type QueryFailureProps } from './QueryFailure.tsx';
export { PortalApiProvider, portalStore } from './store.ts';
export { type Deleted, useDeletionToast, useRestore } from './use-deletion-toast.ts';
export { useLogout } from './use-logout.tsx';
