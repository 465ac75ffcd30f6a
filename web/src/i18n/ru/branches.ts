import type { branches as uz } from "../uz/branches";
import type { Words } from "../words";

export const branches: Words<typeof uz> = {
  columns: {
    name: "Филиал",
    headOffice: "Филиал в школьной системе",
  },
  own: "Нет в школьной системе",
  add: "Добавить филиал",
  edit: "Изменить филиал",
  name: "Название",
  headOffice: "Филиал в школьной системе",
  headOfficeHelp: "После выбора название подставится само.",
  headOfficeFixed: "Потом изменить нельзя.",
  headOfficeRequired: "Выберите филиал в школьной системе",
  related: "филиал уже есть",
  noFree: "Все филиалы школьной системы здесь уже есть. Новый появится после синхронизации.",
  added: "Филиал добавлен",
  saved: "Филиал сохранён",
  deleted: "Филиал удалён",
  deleteTitle: "Удалить филиал {{name}}?",
  deleteText: "Удаляется только филиал, к которому ничего не прикреплено. Отменить это нельзя.",
  deleteConfirm: "Удалить филиал",
  nothingChosen: "Сначала выберите филиал",
  history: "{{name}}: история",
  changedByOther: "Пока вы писали, филиал изменил другой человек. Сейчас он называется: {{name}}.",
  emptyTitle: "Филиалов пока нет",
  emptyText: "Филиалы загружаются из школьной системы при синхронизации.",
};
