/** Parts of a student's work that homework and exams share: attempts, messages, files. */
import type { Answer } from "@/api/request";

type Chat = Answer<"get", "/homework-chat/{id}">;
export type Attempt = Chat["attempts"][number];
export type Message = Chat["messages"][number];
export type FileCard = Attempt["files"][number];
export type VoiceCard = NonNullable<Attempt["voice"]>;
