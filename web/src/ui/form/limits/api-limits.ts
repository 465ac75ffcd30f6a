/** What the API takes, by the name of the body; written by write-limits.mjs from contracts/openapi.json. */

export const AddAuthor = {
  firstName: { required: true, minLength: 1, maxLength: 100 },
  lastName: { required: true, minLength: 1, maxLength: 100 },
  login: { required: true, minLength: 1, maxLength: 64 },
  middleName: { maxLength: 100 },
} as const;

export const AddHoliday = {
  name: { required: true, minLength: 1, maxLength: 100 },
} as const;

export const AddOffice = {
  name: { required: true, minLength: 3, maxLength: 100 },
} as const;

export const AddSmsTemplate = {
  name: { required: true, minLength: 1, maxLength: 100 },
  text: { required: true, minLength: 1, maxLength: 1000 },
} as const;

export const ApproveRun = {
  comment: { maxLength: 500 },
} as const;

export const BlockStudents = {
  reason: { required: true, minLength: 1, maxLength: 500 },
} as const;

export const ChangeAcademic = {
  login: { required: true, minLength: 1, maxLength: 64 },
  reason: { maxLength: 500 },
} as const;

export const ChangeActive = {
  reason: { maxLength: 500 },
} as const;

export const ChangeAuthor = {
  firstName: { required: true, minLength: 1, maxLength: 100 },
  lastName: { required: true, minLength: 1, maxLength: 100 },
  middleName: { maxLength: 100 },
} as const;

export const ChangeIntegration = {
  adapter: { required: true, minLength: 1, maxLength: 40 },
} as const;

export const ChangeLogin = {
  newLogin: { required: true, minLength: 1, maxLength: 64 },
} as const;

export const ChangeOffice = {
  name: { required: true, minLength: 3, maxLength: 100 },
} as const;

export const ChangePassword = {
  currentPassword: { required: true, minLength: 1, maxLength: 256 },
  newPassword: { required: true, minLength: 1 },
} as const;

export const ChangeRole = {
  name: { required: true, minLength: 1, maxLength: 100 },
} as const;

export const ChangeSmsTemplate = {
  name: { required: true, minLength: 1, maxLength: 100 },
  text: { required: true, minLength: 1, maxLength: 1000 },
} as const;

export const ChangeStudent = {
  firstName: { required: true, minLength: 1, maxLength: 100 },
  lastName: { required: true, minLength: 1, maxLength: 100 },
  middleName: { maxLength: 100 },
} as const;

export const ChangeSystemStatus = {
  reason: { maxLength: 500 },
} as const;

export const ChangeUser = {
  firstName: { required: true, minLength: 1, maxLength: 100 },
  lastName: { required: true, minLength: 1, maxLength: 100 },
  login: { required: true, minLength: 1, maxLength: 64 },
  middleName: { maxLength: 100 },
} as const;

export const ChangedStatusTexts = {
  en: { required: true, minLength: 1, maxLength: 60 },
  ru: { required: true, minLength: 1, maxLength: 60 },
  uz: { required: true, minLength: 1, maxLength: 60 },
} as const;

export const CheckStudent = {
  birthDate: { maxLength: 10 },
  firstName: { required: true, minLength: 1, maxLength: 100 },
  lastName: { required: true, minLength: 1, maxLength: 100 },
  middleName: { maxLength: 100 },
  phoneNumber: { maxLength: 40 },
} as const;

export const ClientLog = {
  text: { required: true, minLength: 1, maxLength: 4000 },
} as const;

export const CreateRole = {
  name: { required: true, minLength: 1, maxLength: 100 },
} as const;

export const CreateUser = {
  firstName: { required: true, minLength: 1, maxLength: 100 },
  lastName: { required: true, minLength: 1, maxLength: 100 },
  login: { required: true, minLength: 1, maxLength: 64 },
  middleName: { maxLength: 100 },
} as const;

export const EditStudent = {
  birthDate: { maxLength: 10 },
  firstName: { required: true, minLength: 1, maxLength: 100 },
  lastName: { required: true, minLength: 1, maxLength: 100 },
  middleName: { maxLength: 100 },
  phoneNumber: { maxLength: 40 },
} as const;

export const ExportList = {
  columns: { maxLength: 40 },
} as const;

export const PreviewSms = {
  login: { maxLength: 64 },
  password: { maxLength: 256 },
  text: { maxLength: 1000 },
} as const;

export const RegisterStudent = {
  birthDate: { maxLength: 10 },
  firstName: { required: true, minLength: 1, maxLength: 100 },
  lastName: { required: true, minLength: 1, maxLength: 100 },
  login: { maxLength: 64 },
  middleName: { maxLength: 100 },
  phoneNumber: { maxLength: 40 },
} as const;

export const RevealIdentityDocuments = {
  reason: { required: true, minLength: 1, maxLength: 500 },
} as const;

export const SaveView = {
  list: { required: true, minLength: 1, maxLength: 100 },
  name: { required: true, minLength: 1, maxLength: 60 },
} as const;

export const SendBulkMessage = {
  text: { maxLength: 1000 },
} as const;

export const SendLogin = {
  login: { required: true, minLength: 1, maxLength: 64 },
  password: { required: true, minLength: 1, maxLength: 256 },
  phone: { maxLength: 40 },
} as const;

export const SignIn = {
  login: { required: true, minLength: 1, maxLength: 64 },
  password: { required: true, minLength: 1, maxLength: 256 },
} as const;

export const SignUpAcademic = {
  login: { required: true, minLength: 1, maxLength: 64 },
} as const;

export const StopInGroup = {
  reason: { maxLength: 500 },
} as const;
