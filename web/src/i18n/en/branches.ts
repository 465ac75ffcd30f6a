import type { branches as uz } from "../uz/branches";
import type { Words } from "../words";

export const branches: Words<typeof uz> = {
  columns: {
    name: "Branch",
    headOffice: "Branch in the school system",
  },
  own: "Not in the school system",
  add: "Add branch",
  edit: "Edit branch",
  name: "Name",
  headOffice: "Branch in the school system",
  headOfficeHelp: "Choosing one fills in the name.",
  headOfficeFixed: "It can't be changed later.",
  headOfficeRequired: "Choose a branch in the school system",
  related: "has a branch",
  noFree: "Every branch of the school system is here already. New ones appear after a synchronisation.",
  added: "The branch was added",
  saved: "The branch was saved",
  deleted: "The branch was deleted",
  deleteTitle: "Delete the branch {{name}}?",
  deleteText: "Only an empty branch can be deleted. This can't be undone.",
  deleteConfirm: "Delete branch",
  nothingChosen: "Choose a branch first",
  history: "{{name}}: history",
  changedByOther: "Another user changed this branch while you were editing. Its name is now: {{name}}.",
  emptyTitle: "There are no branches yet",
  emptyText: "Branches are loaded from the school system by a synchronisation.",
};
