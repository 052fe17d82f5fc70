/** Returns what a promise resolves to; `otherwise` when that takes longer. Throws as the promise does. */
export async function inTime<State>(answer: Promise<State>, timeoutMs: number, otherwise: State): Promise<State> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<State>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, otherwise);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
