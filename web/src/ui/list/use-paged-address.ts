import { useSearchParams } from "react-router";
import { choosePageSize, usePageSize } from "@/ui/preferences/preferences";

/** Values of the address by name; an empty one is not written there. */
export type PutValues = (values: Record<string, string>) => void;

/** The filters of a list in the address; a changed filter begins at the first page. */
export function useAddressFilters(): { search: URLSearchParams; put: PutValues } {
  const [search, setSearch] = useSearchParams();
  const put: PutValues = (values) =>
    setSearch(
      (before) => {
        before.delete("page");
        for (const [name, value] of Object.entries(values)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return { search, put };
}

/** A list within a screen: its filters and page in the address, its page size remembered under `list`. */
export function usePagedAddress(list: string, standardSize: number) {
  const { search, put } = useAddressFilters();
  const perPage = usePageSize(list, standardSize);
  const page = Math.max(1, Number(search.get("page")) || 1);
  const onPage = (next: number) => put({ page: next === 1 ? "" : String(next) });
  const onResize = (size: number) => {
    choosePageSize(list, size);
    put({});
  };
  return { search, put, page, perPage, pager: { page, perPage, onPage, onResize } };
}
