/** A teacher's account on a page of its own: opened for a person without one, and renamed (R1-072, R1-073). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import type { AcademicRow } from "@/api/types";
import { useRead } from "@/api/use-read";
import { nameOf } from "@/entities/people/person-name";
import { useCrumb } from "@/lib/crumb";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import { Field } from "@/ui/form/field";
import { CancelLink } from "@/ui/form/form";
import { Select } from "@/ui/popover/combobox";
import { branchNames, HAS_NOT_ACCOUNT } from "../academic-labels";
import { MissingPerson } from "../person-screen";
import { usePerson } from "../use-person";
import { LoginForm } from "./change-login";
import { SignUpSteps } from "./sign-up";

const WITHOUT_ACCOUNT = { query: { acStatus: HAS_NOT_ACCOUNT, workStatus: 1, perPage: 100 } } as const;

export function AddTeacherScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [academic, setAcademic] = useState<AcademicRow | null>(null);
  const read = useRead("/academic", WITHOUT_ACCOUNT);
  return (
    <Page title={t("academics.signUpTitle")} narrow>
      <Loaded of={read}>
        {({ academics }) =>
          academics.length === 0 && !academic ? (
            <EmptyCard title={t("academics.allHave")} text={t("academics.allHaveText")} />
          ) : (
            <Card>
              <div className="grid max-w-md gap-4">
                <Field label={t("academics.whom")} help={t("academics.whomHelp")} required>
                  {(parts) => (
                    <Select
                      id={parts.id}
                      label={t("academics.whom")}
                      value={academic?.id}
                      placeholder={t("kit.choose")}
                      options={academics.map((one) => ({
                        value: one.id,
                        label: nameOf(one, t),
                        hint: branchNames(one),
                      }))}
                      onChange={(id) => setAcademic(academics.find((one) => one.id === id) ?? null)}
                    />
                  )}
                </Field>
                {academic ? (
                  <SignUpSteps
                    key={academic.id}
                    kind="academic"
                    academic={academic}
                    cancelTo="/users/academic"
                    onDone={() => void navigate(`/users/academic/${academic.id}`, { replace: true })}
                  >
                    {(form) => form}
                  </SignUpSteps>
                ) : (
                  <div className="flex">
                    <CancelLink to="/users/academic" />
                  </div>
                )}
              </div>
            </Card>
          )
        }
      </Loaded>
    </Page>
  );
}

export function EditTeacherScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = "" } = useParams();
  const { read, person, missing } = usePerson("academic", id);
  useCrumb(person && nameOf(person, t));
  if (missing) return <MissingPerson back="/users/academic" />;
  return (
    <Page title={person ? nameOf(person, t) : t("academics.changeLogin")} narrow>
      <Loaded of={read}>
        {() =>
          person && person.acStatus !== HAS_NOT_ACCOUNT ? (
            <Card>
              <div className="max-w-md">
                <LoginForm
                  academic={person}
                  cancelTo={`/users/academic/${person.id}`}
                  onDone={() => void navigate(-1)}
                />
              </div>
            </Card>
          ) : (
            <EmptyCard title={t("academics.noAccount")} text={t("academics.whyNoAccount")} />
          )
        }
      </Loaded>
    </Page>
  );
}
