/** A group's page with the sub-pages of every feature, for staff and for the group's own teachers. */
import { GroupScreen as Group } from "@/features/groups/group-screen";
import { TABS } from "./tabs";

export const GroupScreen = () => <Group audience="admin" tabs={TABS} />;
export const MyGroupScreen = () => <Group audience="academic" tabs={TABS} />;
