/** One staff member: person, account, sessions. */
import { KeyRound, Lock, LockOpen, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import type { PathOf } from "@/api/request";
import type { StaffCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { Can } from "@/entities/access/can";
import { useSession } from "@/entities/access/session";
import { RecordHistory } from "@/entities/audit/record-history";
import { nameOf } from "@/entities/people/person-name";
import { PHOTO_MAX } from "@/entities/people/photo/picture";
import { PortraitBox } from "@/entities/people/photo/portrait-box";
import { PhotoCheckTag } from "@/entities/people/staff-tags";
import { useCrumb } from "@/lib/crumb";
import { isRecordId } from "@/lib/record-id";
import { Button, buttonClass } from "@/ui/controls/button";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { NotFound } from "@/ui/feedback/states";
import { showDone } from "@/ui/feedback/toast";
import { useStaffActions } from "./staff-actions";
import { AccountFacts, PersonFacts } from "./staff-facts";
import { StaffHead } from "./staff-head";
import { editPath, STAFF_PERMISSION, whyNotEdited, whyNotReset, whyNotToggled } from "./staff-labels";
import { StaffSessions } from "./staff-sessions";

export function StaffMemberScreen() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const known = isRecordId(id);
  const read = useRead("/users/staff/{id}", { path: { id: Number(id) } }, { enabled: known });
  useCrumb(read.data && nameOf(read.data.staff, t));
  if (!known || (read.error instanceof ApiError && read.error.status === 404)) return <MissingStaff />;
  const staff = read.data?.staff;
  if (!staff) {
    return (
      <Page title={t("shell.staffMember")}>
        <Loaded of={read}>{() => null}</Loaded>
      </Page>
    );
  }
  return (
    <Page title={nameOf(staff, t)} head={<StaffHead staff={staff} level="h1" />} actions={<Actions staff={staff} />}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title={t("staff.person")}>
          <PersonFacts staff={staff} />
        </Card>
        <Card title={t("staff.account")}>
          <AccountFacts staff={staff} />
        </Card>
        <Can permission={STAFF_PERMISSION} action="update">
          {staff.editable ? (
            <>
              <div className="lg:col-span-2">
                <Card title={t("photo.label")}>
                  <StaffPhoto staff={staff} />
                </Card>
              </div>
              <div className="lg:col-span-2">
                <StaffSessions staff={staff} />
              </div>
            </>
          ) : null}
        </Can>
        <div className="lg:col-span-2">
          <Card title={t("audits.history")}>
            <RecordHistory path="/users/{id}/history" id={staff.id} />
          </Card>
        </div>
      </div>
    </Page>
  );
}

function Actions({ staff }: { staff: StaffCard }) {
  return (
    <Can permission={STAFF_PERMISSION} action="update">
      <Allowed staff={staff} />
    </Can>
  );
}

function Allowed({ staff }: { staff: StaffCard }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const actions = useStaffActions();
  const own = useSession().profile?.id;
  return (
    <>
      <Button icon={KeyRound} saves fixed={whyNotReset(staff, own, t)} onClick={() => actions.reset(staff)}>
        {t("staff.resetPassword")}
      </Button>
      <Button
        icon={staff.isActive ? Lock : LockOpen}
        saves
        fixed={whyNotToggled(staff, own, t)}
        onClick={() => actions.toggle(staff)}
      >
        {t(staff.isActive ? "staff.block" : "staff.unblock")}
      </Button>
      <Button icon={Pencil} fixed={whyNotEdited(staff, t)} onClick={() => void navigate(editPath(staff))}>
        {t("kit.edit")}
      </Button>
      {actions.dialog}
    </>
  );
}

/** No such account, or not in the reader's branches: the server does not distinguish them (D-12). */
export function MissingStaff() {
  const { t } = useTranslation();
  return (
    <Page title={t("staff.missingTitle")} head={<span />}>
      <NotFound
        heading="h1"
        title={t("staff.missingTitle")}
        text={t("staff.missingText")}
        action={
          <Link to="/users/staff" className={buttonClass()}>
            {t("staff.back")}
          </Link>
        }
      />
    </Page>
  );
}

/** Photo of a staff member, for people who manage them (R1-124, R1-401, D-34). */
const STALE: PathOf<"get">[] = ["/users/staff", "/users/staff/{id}", "/users/{id}/history", "/profile"];

function StaffPhoto({ staff }: { staff: StaffCard }) {
  const { t } = useTranslation();
  const judging = useChange("put", "/users/staff/{id}/photo-check", {
    invalidates: STALE,
    onDone: () => showDone(t("photo.judged")),
  });
  return (
    <PortraitBox
      of={staff}
      most={PHOTO_MAX}
      whose={{ userId: String(staff.id) }}
      stale={STALE}
      mayChange
      onJudge={(suitable) => void judging.run({ path: { id: staff.id }, body: { suitable } })}
      judging={judging.pending}
    >
      <PhotoCheckTag of={staff} always />
    </PortraitBox>
  );
}
