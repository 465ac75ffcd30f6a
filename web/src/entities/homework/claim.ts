import { staffInfo } from "@/entities/access/session";

type Claimed = { claimedBy: { id: number; name: string } | null };

/** The name of another person who has a work open; what one has open oneself stays to be checked (D-69). */
export const otherHolder = ({ claimedBy }: Claimed): string | null =>
  claimedBy && claimedBy.id !== staffInfo()?.id ? claimedBy.name : null;
