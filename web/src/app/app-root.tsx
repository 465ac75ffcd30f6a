import { useEffect, useState } from "react";
import { RouterProvider } from "react-router/dom";
import { prefetchOnIdle } from "@/ui/dialog/prefetch-on-idle";
import { makeRouter } from "./router";

/** All screens of a person who is signed in; with his session it goes as a whole. */
export function AppRoot() {
  const [router] = useState(makeRouter);
  useEffect(prefetchOnIdle, []);
  return <RouterProvider router={router} />;
}
