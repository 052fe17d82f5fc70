/**
 * What a program that a test starts has of the test's own environment: where programs are, and where Node keeps what it
 * has compiled, which saves half of the processor's time that a service takes to start.
 */
export const PROGRAM_ENVIRONMENT: Readonly<Record<string, string | undefined>> = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
