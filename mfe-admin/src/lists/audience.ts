import { countAlertAudience } from '@cytocomm/contract';
import { endpoint } from '@cytocomm/portal-api';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

/** Returns `1 person`, `14 people`. */
export const people = (number: number): string => count(number, 'person', 'people');

// People come and go: what was counted a minute ago is counted again.
export const { useQuery: useAlertAudience } = endpoint(countAlertAudience, { keepUnusedDataFor: 0 });
