import type { settings as uz } from "../uz/settings";
import type { Words } from "../words";

export const settings: Words<typeof uz> = {
  homeText: "Общие настройки центра",
  statusesText: "Названия статусов студентов на трёх языках и их учёт в статистике",
  synchronisationText: "Обмен со школьной системой: запуски, отчёты, отмена",
  jobsText: "Что консоль делает в фоне, и ошибки",
  branchesText: "Филиалы центра и их пары в школьной системе",
  rolesText: "Кто что видит и меняет",
  auditsText: "Кто, когда и что изменил",
  columns: {
    name: "Название",
    fixed: "Постоянное имя",
    counts: "В статистике",
  },
  counts: "Учитывается",
  countsIn: "Учитывается в статистике",
  countsNot: "Не учитывается",
  statusOf: "Статус студента",
  editStatus: "Изменить статус",
  words: "Отображаемое название",
  uz: "По-узбекски",
  ru: "По-русски",
  en: "По-английски",
  countsHelp: "Если снять, студенты с этим статусом не войдут в отчёты.",
  saved: "Статус сохранён",
  missingTitle: "Такого статуса нет",
  missingText: "Статусов шесть, их не добавляют и не удаляют.",
  backToStatuses: "К статусам",
  changedByOther: "Пока вы писали, статус изменил другой человек. Его слова ниже.",
  theirs: "Его вариант: {{value}}",
  noneText: "Нет доступных вам настроек",
};
