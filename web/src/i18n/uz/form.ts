/** Texts of the form kit. */
export const form = {
  required: "To'ldirilishi shart",
  tooShort: "Kamida {{min}} ta belgi yozing",
  tooLong: "Ko'pi bilan {{max}} ta belgi yozing",
  pattern: "Formati noto'g'ri",
  draft: "Saqlanmagan qoralama tiklandi.",
  draftDrop: "Qoralamani o'chirish",
  notSaved: "Saqlanmadi. Kiritganlaringiz joyida.",
  dayShape: "KK.OO.YYYY",
  day: { format: "Sanani KK.OO.YYYY ko'rinishida yozing", noSuchDay: "Bunday kun yo'q" },
  pickDay: "{{field}}: kalendardan tanlash",
  monthBefore: "Oldingi oy",
  monthAfter: "Keyingi oy",
  month: "Oy",
  year: "Yil",
} as const;
