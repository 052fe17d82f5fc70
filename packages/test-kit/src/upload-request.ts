/**
 * The part of XMLHttpRequest that an upload uses, on top of fetch. The test environment's own one belongs to another
 * FormData than its fetch does and would send the words "[object FormData]"; this one brings a form to the fake portal
 * whole. Progress is told twice, at half and at all of the body.
 */
export class UploadRequest {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  responseText = '';
  readonly #abort = new AbortController();
  readonly #headers = new Headers();
  #target: { method: string; url: string } | null = null;
  #response: Response | null = null;

  open(method: string, url: string): void {
    this.#target = { method, url };
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.#response?.headers.get(name) ?? null;
  }

  abort(): void {
    this.#abort.abort();
  }

  send(body: FormData): void {
    void this.#run(body);
  }

  async #run(body: FormData): Promise<void> {
    if (this.#target === null) throw new Error('send() before open()');
    const { method, url } = this.#target;
    try {
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      this.#response = await fetch(url, { method, headers: this.#headers, body, signal: this.#abort.signal });
      this.upload.onprogress?.({ loaded: 2, total: 2 });
      this.status = this.#response.status;
      this.responseText = await this.#response.text();
    } catch {
      if (this.#abort.signal.aborted) this.onabort?.();
      else this.onerror?.();
      return;
    }
    this.onload?.();
  }
}
