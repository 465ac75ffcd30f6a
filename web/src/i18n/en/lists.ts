import type { lists as uz } from "../uz/lists";
import type { Words } from "../words";

export const lists: Words<typeof uz> = {
  views: {
    title: "Views",
    named: "View: {{name}}",
    changed: "View: {{name}}, changed",
    none: "Save filters, search and columns under a name",
    saveNew: "Save as a new view…",
    saveOver: "Save to “{{name}}”",
    rename: "Rename “{{name}}”…",
    remove: "Delete “{{name}}”",
    nameTitle: "Saving a view",
    renameTitle: "Name of the view",
    nameText: "Filters, search, order, page size and columns are saved. Only you see it.",
    name: "Name",
    saved: "“{{name}}” is saved",
    removed: "“{{name}}” is deleted",
  },
  selection: {
    column: "Selection",
    row: "Select {{name}}",
    page: "Select all on the page",
    mode: "Select",
    modeEnd: "Stop selecting",
    bar: "Actions with the selected",
    count_one: "{{count}} selected",
    count_other: "{{count}} selected",
    everyone: "Select all {{total}} that match",
    allChosen: "All {{total}} that match are selected",
    clear: "Clear selection",
    more: "More actions",
    most: "Up to {{most}} are selected by hand. For more, filter and select all that match.",
    keys: "x selects, Shift + ↑ ↓ extends the selection",
  },
};
