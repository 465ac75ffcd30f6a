/**
 * One term per notion in the three languages; a test holds the texts to it. `instead` lists terms that must not be
 * used.
 */
export type Term = {
  uz: string;
  ru: string;
  en: string;
  instead?: { uz?: string[]; ru?: string[]; en?: string[] };
};

export const GLOSSARY = {
  student: {
    uz: "talaba",
    ru: "студент",
    en: "student",
    instead: { uz: ["o'quvchi"], ru: ["ученик", "учащ"], en: ["pupil", "learner"] },
  },
  teacher: {
    uz: "o'qituvchi",
    ru: "преподавател",
    en: "teacher",
    instead: { uz: ["muallim", "ustoz"], ru: ["учител"], en: ["tutor"] },
  },
  teachingStaff: {
    uz: "pedagog",
    ru: "педагог",
    en: "teaching staff",
    instead: { uz: ["akademik"], ru: ["академик"], en: ["academic"] },
  },
  assistant: { uz: "assistent", ru: "ассистент", en: "assistant", instead: { uz: ["yordamchi"] } },
  staff: { uz: "xodim", ru: "сотрудник", en: "staff", instead: { uz: ["ishchi"], ru: ["работник"], en: ["employee"] } },
  branch: { uz: "filial", ru: "филиал", en: "branch", instead: { uz: ["bo'linma"], ru: ["отделени"], en: ["office"] } },
  group: { uz: "guruh", ru: "групп", en: "group", instead: { uz: ["gruppa"], en: ["class of"] } },
  course: { uz: "kurs", ru: "курс", en: "course" },
  category: { uz: "yo'nalish", ru: "направлени", en: "categor", instead: { uz: ["kategoriya"], ru: ["категори"] } },
  schedule: { uz: "dars jadvali", ru: "расписани", en: "schedule", instead: { en: ["timetable"] } },
  attendance: { uz: "davomat", ru: "посещаемост", en: "attendance" },
  homework: { uz: "uyga vazifa", ru: "домашн", en: "homework", instead: { uz: ["uy ishi"], en: ["assignment"] } },
  gamification: { uz: "geymifikatsiya", ru: "геймификаци", en: "gamification", instead: { uz: ["gamifikatsiya"] } },
  schoolSystem: {
    uz: "maktab tizimi",
    ru: "школьн",
    en: "school",
    instead: { ru: ["система школы"], en: ["outside system"] },
  },
  schoolId: { uz: "maktab id", ru: "школьный id", en: "school id", instead: { ru: ["id школы"] } },
  fullName: { uz: "f.i.sh.", ru: "фио", en: "full name", instead: { ru: ["ф.и.о."], en: ["shown name"] } },
  people: { uz: "kishi", ru: "", en: "", instead: { uz: ["nafar"] } },
  document: { uz: "hujjat", ru: "документ", en: "document", instead: { en: ["papers"] } },
  sms: { uz: "sms", ru: "смс", en: "sms", instead: { ru: ["sms"], en: ["text message"] } },
  job: { uz: "fon ishi", ru: "фонов", en: "job", instead: { uz: ["fon vazifa"] } },
  terminal: { uz: "face id", ru: "face id", en: "face id", instead: { uz: ["yuz qurilma"] } },
  offer: { uz: "ommaviy oferta", ru: "публичн", en: "public offer", instead: { en: ["public offering"] } },
  rejection: { uz: "rad etish", ru: "отклон", en: "reject", instead: { en: ["refuse"] } },
  permission: { uz: "huquq", ru: "прав", en: "permission", instead: { en: ["privilege "] } },
  role: { uz: "rol", ru: "рол", en: "role" },
  password: { uz: "parol", ru: "парол", en: "password" },
  login: { uz: "login", ru: "логин", en: "login" },
  synchronisation: {
    uz: "sinxronizatsiya",
    ru: "синхронизаци",
    en: "synchronisation",
    instead: { en: ["synchronization", "sync "] },
  },
  session: {
    uz: "seans",
    ru: "сеанс",
    en: "session",
    instead: { uz: ["sessiya"], ru: ["сессия", "сессии", "сессию"] },
  },
  notification: {
    uz: "bildirishnoma",
    ru: "уведомлени",
    en: "notification",
    instead: { uz: ["xabarnoma"], ru: ["оповещени"] },
  },
  profile: { uz: "profil", ru: "профил", en: "profile" },
  photo: { uz: "rasm", ru: "фото", en: "photo", instead: { ru: ["картинк"], en: ["picture"] } },
} as const satisfies Record<string, Term>;
