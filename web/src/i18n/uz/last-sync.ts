/** Texts of the last synchronisation in the header. The others load with its dialog. */
export const lastSync = {
  never: "Hali sinxronlanmagan",
  button: "Sinxronizatsiya. Oxirgisi: {{when}}",
  buttonRunning: "Sinxronizatsiya qilinyapti: {{percent}}%",
  notAllowed: "Sinxronizatsiyani boshlashga huquqingiz yo'q",
  done: "Sinxronizatsiya tugadi",
  doneWithMessages: "Sinxronizatsiya tugadi, lekin ayrim yozuvlar qabul qilinmadi",
  failed: "Sinxronizatsiya to'xtadi",
  today: "Bugun, {{time}}",
  yesterday: "Kecha, {{time}}",
};
