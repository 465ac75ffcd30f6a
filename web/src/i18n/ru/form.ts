import type { form as uz } from "../uz/form";
import type { Words } from "../words";

export const form: Words<typeof uz> = {
  required: "Обязательное поле",
  tooShort: "Напишите не меньше символов: {{min}}",
  tooLong: "Напишите не больше символов: {{max}}",
  pattern: "Неверный вид",
  draft: "Восстановлен несохранённый черновик.",
  draftDrop: "Удалить черновик",
  notSaved: "Не сохранено. Введённое осталось на месте.",
  dayShape: "ДД.ММ.ГГГГ",
  pickDay: "{{field}}: выбрать в календаре",
  monthBefore: "Предыдущий месяц",
  monthAfter: "Следующий месяц",
  month: "Месяц",
  year: "Год",
};
