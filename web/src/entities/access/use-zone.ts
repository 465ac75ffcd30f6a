import { useSession } from "./session";

const UNTIL_TOLD = "Asia/Tashkent";

/** The centre's time zone, in which all its days and hours are meant (D-6). */
export function useZone(): string {
  return useSession().profile?.timeZone ?? UNTIL_TOLD;
}
