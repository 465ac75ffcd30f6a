import { academics } from "./uz/academics";
import { attendance } from "./uz/attendance";
import { audits } from "./uz/audits";
import { branches } from "./uz/branches";
import { errors } from "./uz/errors";
import { form } from "./uz/form";
import { groups } from "./uz/groups";
import { integrations } from "./uz/integrations";
import { jobs } from "./uz/jobs";
import { journal } from "./uz/journal";
import { kit } from "./uz/kit";
import { lastSync } from "./uz/last-sync";
import { lists } from "./uz/lists";
import { many } from "./uz/many";
import { photo } from "./uz/photo";
import { profile } from "./uz/profile";
import { roles } from "./uz/roles";
import { settings } from "./uz/settings";
import { sheets } from "./uz/sheets";
import { shell } from "./uz/shell";
import { signIn } from "./uz/sign-in";
import { sms } from "./uz/sms";
import { staff } from "./uz/staff";
import { student } from "./uz/student";
import { students } from "./uz/students";
import { synchronisation } from "./uz/synchronisation";
import { table } from "./uz/table";
import { today } from "./uz/today";

export const uz = {
  academics,
  attendance,
  settings,
  branches,
  audits,
  errors,
  form,
  groups,
  integrations,
  jobs,
  journal,
  kit,
  lastSync,
  lists,
  many,
  photo,
  profile,
  roles,
  sheets,
  shell,
  signIn,
  sms,
  staff,
  student,
  students,
  synchronisation,
  table,
  today,
} as const;
