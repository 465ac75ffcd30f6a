import type { signIn as uz } from "../uz/sign-in";
import type { Words } from "../words";

export const signIn: Words<typeof uz> = {
  title: "Sign in",
  hint: "Use your staff account",
  login: "Login",
  password: "Password",
  submit: "Sign in",
  loginMissing: "Enter your login",
  passwordMissing: "Enter your password",
  capsLock: "Caps Lock is on",
  wait: "Try again in {{seconds}} s",
  sessionEnded: "The session has ended. Sign in again and you come back to this page.",
  slogan: "The whole day of your centre in one window.",
  about: "Students, groups, schedules, attendance, journals and SMS.",
};
