import type { offline as uz } from "../uz/offline";
import type { Words } from "../words";

export const offline: Words<typeof uz> = {
  newVersion: "A new version of the console is ready",
  reloads: "The page reloads when you update.",
  update: "Update",
  saveFirst: "Save your changes first, then update",
  uploadsFirst: "Let the videos finish uploading, then update",
};
