// Apart from the schemas: pages that need it alone do not carry zod.

/** The longest name of a person, in characters. */
export const PERSON_NAME_LENGTH = 100;
