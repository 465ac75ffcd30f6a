import type { sheets as uz } from "../uz/sheets";
import type { Words } from "../words";

export const sheets: Words<typeof uz> = {
  export: "Выгрузить в файл",
  exportTitle: "{{list}}: выгрузка в файл",
  exportText: "Строк: {{total}}, в точности по фильтру, .xlsx",
  exportNow: "Выгрузить",
  saved: "Файл сохранён",
  waitsInHeader: "Файл готовится и появится на верхней панели",
  mine: "Мои файлы",
  revertImport: "Откат",
  failed: "Не удалось",
  columns: {
    hId: "Школьный ID",
    phoneNumber: "Телефон",
    login: "Логин",
  },
};
