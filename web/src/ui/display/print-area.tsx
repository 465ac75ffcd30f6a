/** Content for paper only: A4, black on white, without the console around it. */
import { type ReactNode, useEffect } from "react";
import { createPortal } from "react-dom";

const MARK = "prints-a-sheet";

export function PrintArea({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.classList.add(MARK);
    return () => document.documentElement.classList.remove(MARK);
  }, []);
  return createPortal(<div className="print-sheet">{children}</div>, document.body);
}
