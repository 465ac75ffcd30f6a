import type { form as uz } from "../uz/form";
import type { Words } from "../words";

export const form: Words<typeof uz> = {
  required: "Обязательное поле",
  tooShort: "Не меньше {{min}} символов",
  tooLong: "Не больше {{max}} символов",
  pattern: "Неверный формат",
  draft: "Восстановлен несохранённый черновик.",
  draftDrop: "Удалить черновик",
  notSaved: "Не сохранено. Введённое осталось на месте.",
  dayShape: "ДД.ММ.ГГГГ",
  day: { format: "Введите дату в виде ДД.ММ.ГГГГ", noSuchDay: "Такого дня нет" },
  pickDay: "{{field}}: выбрать в календаре",
  monthBefore: "Предыдущий месяц",
  monthAfter: "Следующий месяц",
  month: "Месяц",
  year: "Год",
};
