import type { signIn as uz } from "../uz/sign-in";
import type { Words } from "../words";

export const signIn: Words<typeof uz> = {
  title: "Вход",
  hint: "Войдите с учётной записью сотрудника",
  login: "Логин",
  password: "Пароль",
  submit: "Войти",
  loginMissing: "Введите логин",
  passwordMissing: "Введите пароль",
  capsLock: "Включён Caps Lock",
  wait: "Попробуйте снова через {{seconds}} с",
  sessionEnded: "Сеанс закончился. Войдите снова, и вы вернётесь на эту страницу.",
  slogan: "День учебного центра — в одном окне.",
  about: "Студенты, группы, расписание, посещаемость, журнал и СМС.",
};
