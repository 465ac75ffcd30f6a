import type { photo as uz } from "../uz/photo";
import type { Words } from "../words";

export const photo: Words<typeof uz> = {
  label: "Фото",
  choose: "Выбрать фото",
  fromCamera: "Снять камерой",
  remove: "Убрать фото",
  stop: "Остановить",
  sending: "Фото загружается…",
  help: "jpg/jpeg или png, до {{megabytes}} МБ. Можно перетащить сюда.",
  wrongType: "Можно загрузить только фото jpg/jpeg или png",
  tooLarge: "Размер фото не больше {{megabytes}} МБ (jpg/jpeg)",
  unreadable: "Этот файл не открывается как фото",
  camera: "Камера",
  cameraRefused: "Доступ к камере не дан, или камеры нет. Разрешите доступ в настройках браузера или выберите файл.",
  take: "Снять",
  cropTitle: "Обрезка фото",
  cropText: "Двигайте фото мышью или стрелками; + и − меняют размер.",
  cropArea: "Область обрезки",
  zoom: "Размер",
  use: "Использовать",
  sent: "Фото загружено и ждёт проверки.",
  judged: "Фото проверено",
  suitable: "Подходит",
  unsuitable: "Не подходит",
};
