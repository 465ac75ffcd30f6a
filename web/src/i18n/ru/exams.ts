import type { exams as uz } from "../uz/exams";
import type { Words } from "../words";

export const exams: Words<typeof uz> = {
  one: "Экзамен",
  none: "Экзаменов пока нет",
  noneText: "Здесь появятся экзамены группы.",
  handedInOf: "сдано {{count}} из {{total}}",
  waiting: "К проверке: {{total}}",
  announced: "Объявлен",
  announcedDone: "Результаты объявлены",
  announce: "Объявить результаты",
  announceText: "Свой результат увидят студенты: {{total}}. Всего будет начислено {{xp}} XP. Отменить это нельзя.",
  task: "Задание",
  beginsAt: "Начало",
  deadline: "Срок",
  participants: "Участники",
  handedIn: "Сдано",
  nothingHandedIn: "Не сдано",
  unchecked: "Не проверено",
  publicLink: "Ссылка на результаты",
  stillOpen: "Срок ещё не истёк: студенты могут сдавать работы.",
  publicNone: "Такой результат не найден",
  results: {
    failed: "Не сдан",
    passed: "Сдан",
    absent: "Не явился",
    failedExam: "Снят с экзамена",
  },
};
