/** Texts of the console's update. */
export const offline = {
  newVersion: "Konsolning yangi versiyasi tayyor",
  reloads: "Yangilashda sahifa qayta yuklanadi.",
  update: "Yangilash",
  saveFirst: "Avval kiritganlaringizni saqlang, keyin yangilang",
  uploadsFirst: "Avval videolar yuklanib bo'lsin, keyin yangilang",
} as const;
