/** Texts of the sign-in screen. */
export const signIn = {
  title: "Kirish",
  hint: "Xodim hisobingiz bilan kiring",
  login: "Login",
  password: "Parol",
  submit: "Kirish",
  loginMissing: "Loginni kiriting",
  passwordMissing: "Parolni kiriting",
  capsLock: "Caps Lock yoqilgan",
  wait: "{{seconds}} soniyadan keyin qayta urinib ko'ring",
  sessionEnded: "Seans tugadi. Qayta kiring, shu sahifaga qaytasiz.",
  slogan: "O'quv markazining bir kuni — bitta oynada.",
  about: "Talabalar, guruhlar, dars jadvali, davomat, jurnal va SMS.",
} as const;
