import type { lastSync as uz } from "../uz/last-sync";
import type { Words } from "../words";

export const lastSync: Words<typeof uz> = {
  never: "Not synchronised yet",
  button: "Synchronisation. Last: {{when}}",
  buttonRunning: "Synchronising: {{percent}}%",
  notAllowed: "You may not start a synchronisation",
  done: "Synchronisation finished",
  doneWithMessages: "Synchronisation finished, but some records were not accepted",
  failed: "Synchronisation stopped",
  today: "Today, {{time}}",
  yesterday: "Yesterday, {{time}}",
};
