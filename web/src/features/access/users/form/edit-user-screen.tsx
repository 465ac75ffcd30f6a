/** Edits an account; one out of reach shows the reason instead. */
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { useRead } from "@/api/use-read";
import { nameOf } from "@/entities/people/person-name";
import { useCrumb } from "@/lib/crumb";
import { isRecordId } from "@/lib/record-id";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { Forbidden } from "@/ui/feedback/states";

import { MissingStaff } from "../staff-member-screen";
import { UserForm } from "./user-form";

export function EditUserScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { userId = "" } = useParams();
  const known = isRecordId(userId);
  const read = useRead("/users/{id}", { path: { id: Number(userId) } }, { enabled: known });
  useCrumb(read.data && nameOf(read.data.user, t));
  if (!known || (read.error instanceof ApiError && read.error.status === 404)) return <MissingStaff />;
  return (
    <Page title={read.data ? nameOf(read.data.user, t) : t("staff.editTitle")} narrow>
      <Loaded of={read}>
        {({ user }) =>
          user.editable ? (
            <div className="card p-5 max-sm:p-4">
              <UserForm user={user} onDone={() => void navigate(-1)} />
            </div>
          ) : (
            <Forbidden title={t("staff.whyBeyond")} />
          )
        }
      </Loaded>
    </Page>
  );
}
