/** A new author, and one to be changed (R1-085, R1-086). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { AddAuthor, ChangeAuthor } from "@/api/limits";
import type { Answer } from "@/api/request";
import type { AuthorCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useOnlyOffice } from "@/entities/access/choices";
import { IssuedPassword } from "@/entities/access/issued-password";
import { useSession } from "@/entities/access/session";
import { nameOf } from "@/entities/people/person-name";
import { useCrumb } from "@/lib/crumb";
import { parsePhone } from "@/lib/format/phone";
import { isRecordId } from "@/lib/record-id";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { Forbidden } from "@/ui/feedback/states";
import { showDone, showError } from "@/ui/feedback/toast";
import { CancelLink, Form, SubmitButton } from "@/ui/form/form";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";

import { MissingPerson } from "../academics/person-screen";
import { AuthorAccountFields, AuthorFields } from "./author-fields";
import {
  type AuthorFormValues,
  emptyFormValues,
  NEW_FIELDS,
  PERSON_FIELDS,
  toCreateRequest,
  toFormValues,
  toUpdateRequest,
} from "./author-form-values";

const ACCOUNT_LIMITS = { ...AddAuthor, roleId: { required: true } };

export function AddAuthorScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Answer<"post", "/authors"> | null>(null);
  const { profile } = useSession();
  const saving = useChange("post", "/authors", {
    invalidates: ["/authors/all", "/authors/courses", "/users/staff"],
    quiet: true,
    onDone: setOpened,
    onForbidden: showError,
    onError: toastUnlessInline(NEW_FIELDS),
  });
  const onlyOffice = useOnlyOffice();
  const form = useForm<AuthorFormValues>({
    start: emptyFormValues(onlyOffice),
    limits: ACCOUNT_LIMITS,
    draft: "author-new",
    saving,
    check: ({ phoneNumber, officeIds }) => ({
      phoneNumber: phoneNumber.trim() && !parsePhone(phoneNumber) ? t("staff.phoneWrong") : undefined,
      officeIds: profile?.allOffices || officeIds ? undefined : t("form.required"),
    }),
    send: (values) => saving.run({ body: toCreateRequest(values) }),
  });
  return (
    <Page title={t("academics.addAuthor")} narrow>
      <Card>
        <Form of={form} label={t("academics.addAuthor")}>
          <div className="grid gap-6 lg:grid-cols-2">
            <div className="grid content-start gap-4">
              <AuthorFields />
            </div>
            <div className="grid content-start gap-4">
              <AuthorAccountFields />
            </div>
          </div>
          <div className="flex flex-wrap gap-3">
            <SubmitButton>{t("academics.addAuthor")}</SubmitButton>
            <CancelLink to="/users/authors" />
          </div>
        </Form>
      </Card>
      {opened ? (
        <IssuedPassword
          title={t("staff.opened")}
          text={t("staff.openedText")}
          login={opened.login}
          password={opened.password}
          onClose={() => void navigate("/users/authors", { replace: true })}
        />
      ) : null}
    </Page>
  );
}

export function EditAuthorScreen() {
  const { t } = useTranslation();
  const { authorId = "" } = useParams();
  const known = isRecordId(authorId);
  const read = useRead("/authors/{id}", { path: { id: Number(authorId) } }, { enabled: known });
  useCrumb(read.data && nameOf(read.data.author, t));
  if (!known || (read.error instanceof ApiError && read.error.status === 404))
    return <MissingPerson back="/users/authors" />;
  return (
    <Page title={read.data ? nameOf(read.data.author, t) : t("academics.editAuthor")} narrow>
      <Loaded of={read}>
        {({ author }) =>
          author.editable ? (
            <Card>
              <AuthorForm key={author.version} author={author} />
            </Card>
          ) : (
            <Forbidden title={t("staff.whyBeyond")} />
          )
        }
      </Loaded>
    </Page>
  );
}

function AuthorForm({ author }: { author: AuthorCard }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const stale = (error: unknown) => error instanceof ApiError && error.code === "SHARED_STALE";
  const saving = useChange("put", "/authors/{id}", {
    invalidates: ["/authors/all", "/authors/{id}", "/authors/courses", "/users/staff"],
    quiet: true,
    onForbidden: showError,
    onError: (error) => {
      toastUnlessInline(PERSON_FIELDS)(error);
      if (stale(error)) void invalidate("/authors/{id}");
    },
  });
  const leave = (message: string) => {
    showDone(message);
    void navigate("/users/authors");
  };
  const form = useForm<AuthorFormValues>({
    start: toFormValues(author),
    limits: ChangeAuthor,
    draft: `author-${author.id}`,
    saving,
    check: ({ phoneNumber }) => ({
      phoneNumber: phoneNumber.trim() && !parsePhone(phoneNumber) ? t("staff.phoneWrong") : undefined,
    }),
    send: (values) => saving.run({ path: { id: author.id }, body: toUpdateRequest(values, author.version) }),
    onSaved: () => leave(t("staff.saved")),
  });
  const end = async () => {
    const body = toUpdateRequest(toFormValues(author), author.version, false);
    const done = await saving.run({ path: { id: author.id }, body });
    if (done === undefined) return false;
    leave(t("academics.noAuthorNow", { name: nameOf(author, t) }));
    return true;
  };
  return (
    <Form of={form} label={t("academics.editAuthor")}>
      <div className="grid gap-4 lg:grid-cols-2">
        <AuthorFields own={author.id} />
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{t("kit.save")}</SubmitButton>
        <CancelLink to="/users/authors" />
        <Button saves onClick={() => setAsking(true)}>
          {t("academics.endAuthor")}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("academics.endAuthorTitle", { name: nameOf(author, t) })}
        text={t("academics.endAuthorText")}
        confirm={t("academics.endAuthor")}
        danger
        saves
        onConfirm={end}
      />
    </Form>
  );
}
