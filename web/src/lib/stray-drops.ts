/** Files that are dropped beside every drop zone: the browser would open them in the place of the page. */

export const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

function refuse(event: DragEvent): void {
  const takesFiles = event.target instanceof HTMLInputElement && event.target.type === "file";
  if (event.defaultPrevented || takesFiles || !hasFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
}

/** They are refused, which the pointer shows. */
export function refuseStrayDrops(): void {
  addEventListener("dragover", refuse);
  addEventListener("drop", refuse);
}
