/** Whether a table is wider than its place. Only then it scrolls in a box of its own: a box would keep the head from sticking to the page. */
import { useEffect, useRef, useState } from "react";

export function useOverflow() {
  const box = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    const observer = new ResizeObserver(() => setWide(table.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return { box, wide };
}
