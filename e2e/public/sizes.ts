/** The two views that every public page is looked at in. */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
