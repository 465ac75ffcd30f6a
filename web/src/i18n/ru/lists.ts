import type { lists as uz } from "../uz/lists";
import type { Words } from "../words";

export const lists: Words<typeof uz> = {
  views: {
    title: "Виды",
    named: "Вид: {{name}}",
    changed: "Вид: {{name}}, изменён",
    none: "Сохраните фильтры, поиск и столбцы под своим названием",
    saveNew: "Сохранить как новый…",
    saveOver: "Сохранить в «{{name}}»",
    rename: "Переименовать «{{name}}»…",
    remove: "Удалить «{{name}}»",
    nameTitle: "Сохранение вида",
    renameTitle: "Название вида",
    nameText: "Сохраняются фильтры, поиск, порядок, размер страницы и столбцы. Вид видите только вы.",
    name: "Название",
    saved: "Вид «{{name}}» сохранён",
    removed: "Вид «{{name}}» удалён",
  },
  selection: {
    column: "Выбор",
    row: "Выбрать: {{name}}",
    page: "Выбрать всех на странице",
    mode: "Выбрать",
    modeEnd: "Закончить выбор",
    bar: "Действия с выбранными",
    count_one: "Выбран {{count}}",
    count_few: "Выбрано {{count}}",
    count_many: "Выбрано {{count}}",
    count_other: "Выбрано {{count}}",
    everyone: "Выбрать всех найденных: {{total}}",
    allChosen: "Выбраны все найденные: {{total}}",
    clear: "Снять выбор",
    more: "Ещё действия",
    most: "Вручную можно выбрать до {{most}}. Если нужно больше, отфильтруйте и выберите всех найденных.",
    keys: "x выбирает, Shift + ↑ ↓ продолжает выбор",
  },
};
