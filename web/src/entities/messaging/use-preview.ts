/** Live, debounced preview of a message; the text is stored neither here nor on the server. */
import { useEffect, useState } from "react";
import { type Answer, type Body, change } from "@/api/request";

export type Preview = Answer<"post", "/sms/preview">;
export type Previewed = Body<"post", "/sms/preview">;

const PREVIEW_DEBOUNCE_MS = 300;

/** The latest preview; the previous one while another is pending. */
export function usePreview(message: Previewed | null): Preview | null {
  const [seen, setSeen] = useState<Preview | null>(null);
  const serialized = message === null ? null : JSON.stringify(message);
  useEffect(() => {
    if (serialized === null) {
      setSeen(null);
      return;
    }
    const flight = new AbortController();
    const timer = setTimeout(() => {
      // Not a submission: no idempotency key. A failure keeps the last preview; sending reports the error.
      change("post", "/sms/preview", { body: JSON.parse(serialized) as Previewed, signal: flight.signal })
        .then(({ data }) => data && setSeen(data))
        .catch(() => undefined);
    }, PREVIEW_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      flight.abort();
    };
  }, [serialized]);
  return seen;
}
