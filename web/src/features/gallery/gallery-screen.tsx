import { Page } from "@/ui/display/page";
import { Choices } from "./choices";
import { Order } from "./order";
import { Overlays } from "./overlays";
import { Showing } from "./showing";
import { States } from "./states";

/** All parts of the kit in their states, for developers. Only in development builds. */
export function GalleryScreen() {
  return (
    <Page title="Komponentlar galereyasi" note="web/src/ui">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Showing />
        <Choices />
        <Order />
        <Overlays />
        <States />
      </div>
    </Page>
  );
}
