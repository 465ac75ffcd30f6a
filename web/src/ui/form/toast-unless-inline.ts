import { ApiError } from "@/api/errors";
import { showError } from "@/ui/feedback/toast";

/** For a form's `onError`: a toast, unless every error is shown inline beside these fields. */
export function toastUnlessInline(shown: readonly string[]): (error: unknown) => void {
  return (error) => {
    const names = error instanceof ApiError ? Object.keys(error.fields) : [];
    if (names.length === 0 || names.some((name) => !shown.includes(name))) showError(error);
  };
}
