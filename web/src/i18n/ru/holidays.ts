/** Texts of the days without lessons. */
import type { holidays as uz } from "../uz/holidays";
import type { Words } from "../words";

export const holidays: Words<typeof uz> = {
  date: "Дата",
  name: "Название",
  offices: "Филиалы",
  wholeCentre: "Весь центр",
  wholeCentreHelp: "Занятий не будет во всех филиалах, в том числе в будущих.",
  officesHelp: "Занятий не будет только в этих филиалах.",
  effect: "Будущие неотмеченные занятия этого дня будут убраны.",
  add: "Добавить выходной",
  added: "Выходной добавлен",
  elsewhere_one: "ещё {{count}} филиал",
  elsewhere_few: "ещё {{count}} филиала",
  elsewhere_many: "ещё {{count}} филиалов",
  elsewhere_other: "ещё {{count}} филиала",
  othersToo: "Это относится и к другим филиалам: удалить может сотрудник, которому доступны все эти филиалы.",
  deleteTitle: "Удалить {{date}} «{{name}}»?",
  deleteText: "Занятия этого дня восстановятся по расписанию.",
  deleteConfirm: "Удалить выходной",
  deleted: "Выходной удалён",
  emptyTitle: "Выходных пока нет",
  emptyText: "Добавьте праздник или другой день без занятий: занятия на него не планируются.",
};
