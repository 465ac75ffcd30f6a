import { ApiError } from "@/api/errors";
import { showError } from "@/ui/feedback/toast";

/** For a form's `onError`: a toast, unless every error is shown inline beside these fields. */
export function toastUnlessInline(shown: readonly string[]): (error: unknown) => void {
  return (error) => {
    const told = error instanceof ApiError ? Object.keys(error.fields) : [];
    if (told.length === 0 || told.some((name) => !shown.includes(name))) showError(error);
  };
}
