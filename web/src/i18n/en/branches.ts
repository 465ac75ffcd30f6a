import type { branches as uz } from "../uz/branches";
import type { Words } from "../words";

export const branches: Words<typeof uz> = {
  columns: {
    name: "Branch",
    headOffice: "Branch in the school system",
  },
  own: "Only here",
  add: "Add a branch",
  edit: "Edit the branch",
  name: "Name",
  headOffice: "Branch in the school system",
  headOfficeHelp: "Choosing one fills in the name.",
  headOfficeFixed: "It can't be changed later.",
  headOfficeRequired: "Choose a branch in the school system",
  related: "has a branch",
  noFree: "Every branch of the school system is here already. A new one comes with a synchronisation.",
  added: "The branch was added",
  addedElsewhere: "The branch was added. To see it, ask an administrator to give it to you.",
  saved: "The branch was saved",
  deleted: "The branch was deleted",
  deleteTitle: "Delete the branch {{name}}?",
  deleteText: "Only a branch that nothing belongs to can be deleted. This can't be undone.",
  deleteConfirm: "Delete the branch",
  nothingChosen: "Choose a branch first",
  history: "{{name}}: history",
  changedByOther: "Somebody changed this branch while you were typing. Its name is now: {{name}}.",
  emptyTitle: "There are no branches yet",
  emptyText: "Run a synchronisation with the school: its branches will appear here.",
};
