import type { lastSync as uz } from "../uz/last-sync";
import type { Words } from "../words";

export const lastSync: Words<typeof uz> = {
  never: "Ещё не синхронизировано",
  button: "Синхронизация. Последняя: {{when}}",
  buttonRunning: "Идёт синхронизация: {{percent}}%",
  notAllowed: "У вас нет права запускать синхронизацию",
  done: "Синхронизация завершена",
  doneWithMessages: "Синхронизация завершена, но часть записей не принята",
  failed: "Синхронизация остановилась",
  today: "Сегодня, {{time}}",
  yesterday: "Вчера, {{time}}",
};
