/** The person's own profile: data, language and appearance, password, signed-in devices. */
import { useTranslation } from "react-i18next";
import type { PathOf } from "@/api/request";
import type { Profile } from "@/api/types";
import { useRead } from "@/api/use-read";
import { roleName } from "@/entities/access/role-name";
import { refetchProfile } from "@/entities/access/session";
import { PHOTO_MAX } from "@/entities/people/photo/picture";
import { PortraitBox } from "@/entities/people/photo/portrait-box";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { LookChoice } from "./look-choice";
import { PasswordForm } from "./password-form";
import { Sessions } from "./sessions";

const STALE: PathOf<"get">[] = ["/profile", "/users/staff", "/users/staff/{id}"];

export function ProfileScreen() {
  const { t } = useTranslation();
  const read = useRead("/profile");
  return (
    <Page title={t("shell.profile")}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <Card>
            <Loaded of={read}>{(profile) => <Identity profile={profile} />}</Loaded>
          </Card>
          <Card title={t("profile.look")}>
            <LookChoice />
          </Card>
        </div>
        <Card title={t("profile.password")}>
          <PasswordForm />
        </Card>
        <div className="lg:col-span-2">
          <Sessions />
        </div>
      </div>
    </Page>
  );
}

function Identity({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const name = profile.fullName.trim() || profile.login;
  const role = roleName(profile.role, t);
  const offices = profile.allOffices ? t("shell.allBranches") : profile.offices.map((office) => office.name).join(", ");
  const facts = [
    [t("profile.login"), profile.login],
    [t("profile.role"), profile.superadmin ? `${role} · ${t("profile.superadmin")}` : role],
    [t("profile.offices"), offices || t("profile.noOffices")],
    [t("profile.timeZone"), profile.timeZone],
  ] as const;
  return (
    <>
      <div className="mb-4">
        <PortraitBox
          of={{ ...profile, fullName: name }}
          most={PHOTO_MAX}
          stale={STALE}
          mayChange
          onSent={() => void refetchProfile()}
        >
          <h2 className="text-xl font-[650] text-ink-strong [overflow-wrap:anywhere]">{name}</h2>
        </PortraitBox>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-mut">{label}</dt>
            <dd className="text-base [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
