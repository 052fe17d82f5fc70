export { faultOfMarkup } from './markup-faults.ts';
export {
  type PageDeadline,
  type PageInput,
  PageNotMade,
  type PageProcess,
  PageStarved,
  type ServerBundle,
  type ServerBundles,
  startPageProcess,
} from './page-process.ts';
