import { oneOf } from "./permissions";

const GROUP_OPTIONS = [
  "all_homeworks",
  "attendance",
  "check_homeworks",
  "exam",
  "video_upload",
  "homework_statistics",
  "journal",
  "exam_chats",
];

/** All permissions; a screen that names another one is a mistake and opens for nobody. */
const KNOWN: Record<string, string[]> = {
  staff_control: ["roles", "users", "audit_logs", "offices", "devices", "face_id_logs"],
  users: ["academic", "assistants", "staff", "students", "teachers", "private_info"],
  all_groups: GROUP_OPTIONS,
  my_groups: GROUP_OPTIONS,
  gamification: ["actions", "groups", "levels", "method_actions", "statistics", "units", "best_students"],
  profile: [],
  study: ["courses", "months", "curriculum", "homework_statistics", "homework_db", "skill_classes"],
  management: ["reports", "call", "forms"],
  notifications: ["sent"],
  settings: ["student_statutes", "gamification_oferta", "integrations", "contracts", "mobile_versions"],
  store: ["categories", "items", "transactions"],
  student_certificate: [],
  events: ["master_classes", "competitions"],
  promotions: ["promo_codes", "discounts"],
  blogs: ["posts", "categories", "comments", "faq"],
};

/** All of them as `module:option`. */
export function knownPermissions(): string[] {
  return Object.entries(KNOWN).flatMap(([module, options]) =>
    options.length > 0 ? options.map((option) => `${module}:${option}`) : [module],
  );
}

/** With several of which one is enough, all must be known. */
export function isKnownPermission(permission: string): boolean {
  return oneOf(permission).every((one) => {
    const [module = "", option] = one.split(":");
    const options = KNOWN[module];
    return options !== undefined && (option === undefined || options.includes(option));
  });
}
