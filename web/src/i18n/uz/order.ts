/** Texts of the order widget: lifting, dropping, and moving by the menu. */
export const order = {
  handle: "Ko'chirish: {{name}}",
  keys: "Probel: ko'tarish. Yuqoriga va pastga: ko'chirish. Enter: qo'yish. Esc: bekor qilish.",
  keysOfLanes:
    "Probel: ko'tarish. Yuqoriga va pastga: ko'chirish. Alt bilan: boshqa bo'limga. Enter: qo'yish. Esc: bekor qilish.",
  lifted: "Ko'tarildi: {{name}}",
  ifDropped: "Qo'yilsa: {{place}}. {{consequence}}",
  dropped: "Ko'chirildi: {{name}}. {{place}}",
  cancelled: "Bekor qilindi, joyida qoldi: {{name}}",
  gone: "Ko'tarilgan qatorni boshqa xodim ko'chirdi yoki o'chirdi",
  first: "eng boshida",
  after: "«{{name}}» ortidan",
  inLane: "{{lane}}, {{where}}",
  move: "Ko'chirish",
  moveTo: "Ko'chirish…",
  moveTitle: "Ko'chirish: {{name}}",
  placeLabel: "O'rni",
  saved: "Ko'chirildi: {{name}}",
  savedNumbers: "Ko'chirildi: {{from}} → {{to}}",
  stale: "Tartibni boshqa xodim o'zgartirgan. Hozirgi tartib ko'rsatildi, «{{name}}» ko'chirilmadi.",
  key: {
    lift: "ko'tarish",
    step: "ko'chirish",
    drop: "qo'yish",
    cancel: "bekor qilish",
  },
};
