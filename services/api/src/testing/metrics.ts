/** The value of a metric of a process, by its name and labels as they stand in the list; undefined when it is not there. */
export async function metricOf(operatorUrl: string, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${operatorUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}
