import type { jobs as uz } from "../uz/jobs";
import type { Words } from "../words";

export const jobs: Words<typeof uz> = {
  kinds: {
    syncRun: "Синхронизация",
    syncRevert: "Возврат синхронизации",
    smsSend: "Отправка SMS",
    smsBatch: "SMS многим",
    export: "Выгрузка списка",
    import: "Ввод из файла",
    bulk: "Действие со многими",
    letGo: "Стирание данных давно ушедших",
    attendancePush: "Отправка посещаемости в школьную систему",
    lessonsMake: "Создание занятий по расписанию",
  },
  states: { waiting: "В очереди", running: "Выполняется", done: "Выполнено", failed: "Ошибка" },
  columns: {
    id: "ID",
    kind: "Вид",
    state: "Состояние",
    progress: "Ход",
    tries: "Попытки",
    createdBy: "Кто",
    createdAt: "Создана",
    finishedAt: "Закончена",
    lastError: "Последняя ошибка",
  },
  startedAt: "Начата",
  automatic: "Автоматически",
  jobOf: "Задача №{{id}}",
  again: "Выполнить снова",
  againDone: "Задача снова в очереди",
  copyError: "Скопировать текст ошибки",
  failedHint: "Все попытки не удались. Устраните причину ошибки и выполните снова.",
  waitingHint: "Прошлая попытка не удалась, следующая скоро начнётся сама.",
  emptyTitle: "Задач ещё не было",
  emptyText: "Здесь видна долгая работа, например синхронизация.",
};
