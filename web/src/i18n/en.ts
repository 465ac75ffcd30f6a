import { academics } from "./en/academics";
import { attendance } from "./en/attendance";
import { audits } from "./en/audits";
import { branches } from "./en/branches";
import { errors } from "./en/errors";
import { form } from "./en/form";
import { groups } from "./en/groups";
import { integrations } from "./en/integrations";
import { jobs } from "./en/jobs";
import { journal } from "./en/journal";
import { kit } from "./en/kit";
import { lastSync } from "./en/last-sync";
import { lists } from "./en/lists";
import { many } from "./en/many";
import { photo } from "./en/photo";
import { profile } from "./en/profile";
import { roles } from "./en/roles";
import { settings } from "./en/settings";
import { sheets } from "./en/sheets";
import { shell } from "./en/shell";
import { signIn } from "./en/sign-in";
import { sms } from "./en/sms";
import { staff } from "./en/staff";
import { student } from "./en/student";
import { students } from "./en/students";
import { synchronisation } from "./en/synchronisation";
import { table } from "./en/table";
import { today } from "./en/today";

export const en = {
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
