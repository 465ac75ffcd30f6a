/** Form for a view's name. */
import { useTranslation } from "react-i18next";
import { SaveView } from "@/api/limits";
import type { SavedView } from "@/api/types";
import { useChange } from "@/api/use-change";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError } from "@/ui/feedback/toast";
import { Form, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { setApplied } from "./applied-views";
import type { ViewValue } from "./view-state";

interface ViewNameProps {
  list: string;
  now: ViewValue;
  /** The view that gets another name; without it a new one is saved. */
  view: SavedView | undefined;
  onClose: () => void;
}

export function ViewName({ list, now, view, onClose }: ViewNameProps) {
  const { t } = useTranslation();
  const done = ({ view: saved }: { view: SavedView }) => {
    setApplied(list, saved);
    showDone(t("lists.views.saved", { name: saved.name }));
    onClose();
  };
  const how = {
    invalidates: ["/views" as const],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(["name"]),
    onDone: done,
  };
  const adding = useChange("post", "/views", how);
  const renaming = useChange("put", "/views/{id}", how);
  const { pending, fields } = view ? renaming : adding;
  const form = useForm({
    start: { name: view?.name ?? "" },
    limits: { name: SaveView.name },
    saving: { pending, fields },
    send: ({ name }): Promise<unknown> =>
      view
        ? renaming.run({ path: { id: view.id }, body: { version: view.version, name } })
        : adding.run({ body: { list, name, value: now } }),
  });
  const title = t(view ? "lists.views.renameTitle" : "lists.views.nameTitle");
  return (
    <Dialog open size="small" title={title} text={t("lists.views.nameText")} onClose={onClose}>
      <Form of={form} label={title}>
        <TextField name="name" label={t("lists.views.name")} autoComplete="off" maxLength={60} required />
        <div>
          <SubmitButton>{t("kit.save")}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
