import type { sheets as uz } from "../uz/sheets";
import type { Words } from "../words";

export const sheets: Words<typeof uz> = {
  export: "Export to a file",
  exportTitle: "{{list}}: export to a file",
  exportText: "{{total}} rows, as filtered, .xlsx",
  exportNow: "Export",
  saved: "The file is saved",
  waitsInHeader: "The file is being prepared and will appear in the header",
  mine: "My files",
  revertImport: "Revert",
  failed: "Failed",
  columns: {
    hId: "School ID",
    phoneNumber: "Phone",
    login: "Login",
  },
};
