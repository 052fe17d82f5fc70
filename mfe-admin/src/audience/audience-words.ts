const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

/** Returns `1 person`, `14 people`. */
export const people = (number: number): string => count(number, 'person', 'people');
