import { useEffect, useState } from "react";
import { RouterProvider } from "react-router/dom";
import { fetchLater } from "@/ui/dialog/later";
import { makeRouter } from "./router";

/** All screens of a person who is signed in; with his session it goes as a whole. */
export function Console() {
  const [router] = useState(makeRouter);
  useEffect(fetchLater, []);
  return <RouterProvider router={router} />;
}
