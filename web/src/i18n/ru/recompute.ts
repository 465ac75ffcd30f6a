import type { recompute as uz } from "../uz/recompute";
import type { Words } from "../words";

export const recompute: Words<typeof uz> = {
  title: "Пересчёт XP",
  about: "Показывает, что дают посещаемость, домашние задания и экзамены периода по нынешним правилам.",
  period: "Период",
  from: "Начало",
  to: "Конец",
  preview: "Показать разницу",
  states: {
    planning: "Считается",
    planned: "Ещё не записано",
    committing: "Записывается",
    done: "Записано",
    refused: "Отклонено",
  },
  failed: "Не выполнено",
  nothing: "Разницы нет: всё соответствует нынешним правилам.",
  sums: "Наград: {{awards}}, студентов: {{students}}. Общая разница: {{xp}} XP, {{silver}} серебра.",
  refused: "После просмотра правила или отметки изменились. Ничего не записано: просмотрите заново.",
  commit: "Пересчитать",
  commitText:
    "Будет исправлено наград: {{awards}}, студентов: {{students}}. Записи не удаляются: добавляются исправления.",
  silver: "Серебро",
  cause: "{{cause}}: {{total}}",
  causes: {
    lesson: "занятия",
    homework: "домашние задания",
    exam_participation: "участие в экзаменах",
    exam_pass: "экзамены",
  },
};
