/** A message as it will be sent, while it is being typed; nothing of it is kept here or there. */
import { useEffect, useState } from "react";
import { type Answer, type Body, change } from "@/api/request";

export type Preview = Answer<"post", "/sms/preview">;
export type Previewed = Body<"post", "/sms/preview">;

const PAUSE_MS = 300;

/** The preview of what is asked; while another is on its way, the one before. */
export function usePreview(asked: Previewed | null): Preview | null {
  const [seen, setSeen] = useState<Preview | null>(null);
  const words = asked === null ? null : JSON.stringify(asked);
  useEffect(() => {
    if (words === null) {
      setSeen(null);
      return;
    }
    const flight = new AbortController();
    const timer = setTimeout(() => {
      // Not a submission: no key. A failure leaves the last preview; sending says what is wrong.
      change("post", "/sms/preview", { body: JSON.parse(words) as Previewed, signal: flight.signal })
        .then(({ data }) => data && setSeen(data))
        .catch(() => undefined);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      flight.abort();
    };
  }, [words]);
  return seen;
}
