import { Gauge, type Registry } from 'prom-client';

/** Returns what adds metrics that have a value only while it is known: `read` is asked at each look, and resolves to undefined for none. */
export function knownGauges<Known>(registry: Registry, read: () => Promise<Known | undefined>) {
  return (name: string, help: string, valueIn: (known: Known) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.remove();
        const known = await read();
        if (known !== undefined) this.set(valueIn(known));
      },
    });
  };
}
