/** Texts of the form kit. */
export const form = {
  required: "To'ldirilishi shart",
  tooShort: "Kamida {{min}} ta belgi yozing",
  tooLong: "Ko'pi bilan {{max}} ta belgi yozing",
  pattern: "Ko'rinishi noto'g'ri",
  draft: "Saqlanmagan qoralama tiklandi.",
  draftDrop: "Qoralamani o'chirish",
  notSaved: "Saqlanmadi. Kiritganlaringiz joyida.",
  dayShape: "KK.OO.YYYY",
  pickDay: "{{field}}: kalendardan tanlash",
  monthBefore: "Oldingi oy",
  monthAfter: "Keyingi oy",
  month: "Oy",
  year: "Yil",
} as const;
