import type { order as uz } from "../uz/order";
import type { Words } from "../words";

export const order: Words<typeof uz> = {
  handle: "Переместить: {{name}}",
  keys: "Пробел: взять. Вверх и вниз: переместить. Enter: поставить. Esc: отменить.",
  keysOfLanes: "Пробел: взять. Вверх и вниз: переместить. С Alt: в другой раздел. Enter: поставить. Esc: отменить.",
  lifted: "Взято: {{name}}",
  ifDropped: "Если поставить: {{place}}. {{consequence}}",
  dropped: "Перемещено: {{name}}. {{place}}",
  cancelled: "Отменено, осталось на месте: {{name}}",
  gone: "Взятую строку переместил или удалил другой сотрудник",
  first: "в самом начале",
  after: "после «{{name}}»",
  inLane: "{{lane}}, {{where}}",
  move: "Переместить",
  moveTo: "Переместить…",
  moveTitle: "Переместить: {{name}}",
  placeLabel: "Место",
  saved: "Перемещено: {{name}}",
  savedNumbers: "Перемещено: {{from}} → {{to}}",
  stale: "Порядок изменил другой сотрудник. Показан нынешний порядок, «{{name}}» не перемещено.",
  key: {
    lift: "взять",
    step: "переместить",
    drop: "поставить",
    cancel: "отменить",
  },
};
