/** Texts of the export of a list to a spreadsheet. */
export const sheets = {
  export: "Faylga yuklab olish",
  exportTitle: "{{list}}: faylga yuklab olish",
  exportText: "{{total}} ta qator, filtrga to'liq mos, .xlsx",
  exportNow: "Yuklab olish",
  saved: "Fayl saqlandi",
  waitsInHeader: "Fayl tayyorlanmoqda: tayyor bo'lgach, yuqori panelda chiqadi",
  mine: "Fayllarim",
  revertImport: "Ortga qaytarish",
  failed: "Bajarilmadi",
  columns: {
    hId: "Maktab ID",
    phoneNumber: "Telefon",
    login: "Login",
  },
};
