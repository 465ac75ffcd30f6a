/** A tus server at the browser's network seam: XMLHttpRequest, which tus-js-client sends with. */
import { vi } from "vitest";

export interface TusCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Bytes of the body that were sent. */
  sent: number;
}

interface Stored {
  length: number;
  bytes: number;
}

/** What happens to the next request of this method instead of success. */
type Trouble =
  | { method: string; status: number }
  /** The connection breaks after so many bytes of the body; those that arrived are kept. */
  | { method: string; dropAfter: number }
  /** Stays open until it is aborted. */
  | { method: string; hang: true };

const LINKS = /\/api\/uploads\/[^/]+$/;

export class FakeTus {
  readonly calls: TusCall[] = [];
  readonly uploads = new Map<string, Stored>();
  private troubles: Trouble[] = [];

  /** Takes the place of the network. */
  static install(): FakeTus {
    const server = new FakeTus();
    vi.stubGlobal(
      "XMLHttpRequest",
      class extends FakeXhr {
        protected override readonly server = server;
      },
    );
    return server;
  }

  /** A link for a file of so many bytes, with those that are stored. */
  link(path: string, length: number, bytes = 0): string {
    this.uploads.set(path, { length, bytes });
    return path;
  }

  trouble(...troubles: Trouble[]): void {
    this.troubles.push(...troubles);
  }

  get sent(): number {
    return this.calls.reduce((sum, { sent }) => sum + sent, 0);
  }

  methods(): string[] {
    return this.calls.map(({ method }) => method);
  }

  takeTrouble(method: string): Trouble | undefined {
    const index = this.troubles.findIndex((trouble) => trouble.method === method);
    return index < 0 ? undefined : this.troubles.splice(index, 1)[0];
  }

  answer(call: TusCall, size: number): { status: number; headers: Record<string, string> } {
    const { method, path } = call;
    const stored = this.uploads.get(path);
    if (!LINKS.test(path) || !stored) return { status: 404, headers: {} };
    const offset = () => ({ "Upload-Offset": String(stored.bytes), "Upload-Length": String(stored.length) });
    if (method === "POST") return { status: 201, headers: { Location: path } };
    if (method === "HEAD") return { status: 200, headers: offset() };
    if (Number(call.headers["Upload-Offset"]) !== stored.bytes) return { status: 409, headers: {} };
    stored.bytes += size;
    return { status: 204, headers: offset() };
  }
}

class FakeXhr {
  protected readonly server!: FakeTus;
  upload: { onprogress: ((event: { lengthComputable: boolean; loaded: number }) => void) | null } = {
    onprogress: null,
  };
  onload: (() => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  status = 0;
  responseText = "";
  private call: TusCall = { method: "", path: "", headers: {}, sent: 0 };
  private answered: Record<string, string> = {};
  private aborted = false;

  open(method: string, url: string): void {
    this.call = { method, path: new URL(url, location.href).pathname, headers: {}, sent: 0 };
  }

  setRequestHeader(name: string, value: string): void {
    this.call.headers[name] = value;
  }

  getResponseHeader(name: string): string | null {
    return this.answered[name] ?? null;
  }

  abort(): void {
    this.aborted = true;
  }

  send(body: Blob | null = null): void {
    this.server.calls.push(this.call);
    setTimeout(() => this.arrive(body?.size ?? 0));
  }

  private arrive(size: number): void {
    if (this.aborted) return;
    const { call, server } = this;
    const trouble = server.takeTrouble(call.method);
    if (trouble && "hang" in trouble) return;
    call.sent = trouble && "dropAfter" in trouble ? Math.min(size, trouble.dropAfter) : size;
    if (size > 0) this.upload.onprogress?.({ lengthComputable: true, loaded: call.sent });
    if (trouble && "dropAfter" in trouble) {
      const stored = server.uploads.get(call.path);
      if (stored) stored.bytes += call.sent;
      this.onerror?.(new Event("error"));
      return;
    }
    const answer = trouble ? { status: trouble.status, headers: {} } : server.answer(call, size);
    this.status = answer.status;
    this.answered = answer.headers;
    this.onload?.();
  }
}
