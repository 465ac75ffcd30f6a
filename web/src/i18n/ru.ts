import { academics } from "./ru/academics";
import { attendance } from "./ru/attendance";
import { audits } from "./ru/audits";
import { branches } from "./ru/branches";
import { errors } from "./ru/errors";
import { form } from "./ru/form";
import { groups } from "./ru/groups";
import { integrations } from "./ru/integrations";
import { jobs } from "./ru/jobs";
import { journal } from "./ru/journal";
import { kit } from "./ru/kit";
import { lastSync } from "./ru/last-sync";
import { lists } from "./ru/lists";
import { many } from "./ru/many";
import { photo } from "./ru/photo";
import { profile } from "./ru/profile";
import { roles } from "./ru/roles";
import { settings } from "./ru/settings";
import { sheets } from "./ru/sheets";
import { shell } from "./ru/shell";
import { signIn } from "./ru/sign-in";
import { sms } from "./ru/sms";
import { staff } from "./ru/staff";
import { student } from "./ru/student";
import { students } from "./ru/students";
import { synchronisation } from "./ru/synchronisation";
import { table } from "./ru/table";
import { today } from "./ru/today";

export const ru = {
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
