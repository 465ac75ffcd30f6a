import type { offline as uz } from "../uz/offline";
import type { Words } from "../words";

export const offline: Words<typeof uz> = {
  newVersion: "Готова новая версия консоли",
  reloads: "При обновлении страница перезагрузится.",
  update: "Обновить",
  saveFirst: "Сначала сохраните введённое, затем обновите",
  uploadsFirst: "Дождитесь загрузки видео, затем обновите",
};
