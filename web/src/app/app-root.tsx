import { useEffect, useState } from "react";
import { RouterProvider } from "react-router/dom";
import { prefetchOnIdle } from "@/ui/dialog/prefetch-on-idle";
import { makeRouter } from "./router";

/** All screens of a signed-in person; unmounted as a whole when the session ends. */
export function AppRoot() {
  const [router] = useState(makeRouter);
  useEffect(prefetchOnIdle, []);
  useEffect(() => {
    // Without it screens poll.
    import("./live").then(({ followLive }) => followLive()).catch(() => undefined);
  }, []);
  return <RouterProvider router={router} />;
}
