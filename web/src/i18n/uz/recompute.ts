/** Texts of the recomputation of XP and silver. */
export const recompute = {
  title: "XPni qayta hisoblash",
  about: "Davr davomati, uyga vazifalari va imtihonlari hozirgi qoidalar bilan nima berishini ko'rsatadi.",
  period: "Davr",
  from: "Boshlanishi",
  to: "Tugashi",
  preview: "Farqlarni ko'rish",
  states: {
    planning: "Hisoblanmoqda",
    planned: "Hali yozilmagan",
    committing: "Yozilmoqda",
    done: "Yozildi",
    refused: "Rad etildi",
  },
  failed: "Bajarilmadi",
  nothing: "Farq yo'q: hammasi hozirgi qoidalarga mos.",
  sums: "Mukofotlar: {{awards}}, talabalar: {{students}}. Jami farq: {{xp}} XP, {{silver}} kumush.",
  refused: "Ko'rib chiqilgandan keyin qoidalar yoki baholar o'zgargan. Hech narsa yozilmadi: qaytadan ko'ring.",
  commit: "Qayta hisoblash",
  commitText:
    "Mukofotlar tuzatiladi: {{awards}}, talabalar: {{students}}. Yozuvlar o'chirilmaydi, tuzatish yozuvlari qo'shiladi.",
  silver: "Kumush",
  cause: "{{cause}}: {{total}}",
  causes: {
    lesson: "darslar",
    homework: "uyga vazifalar",
    exam_participation: "imtihonda qatnashish",
    exam_pass: "imtihonlar",
  },
} as const;
