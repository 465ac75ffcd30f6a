import type { photo as uz } from "../uz/photo";
import type { Words } from "../words";

export const photo: Words<typeof uz> = {
  label: "Photo",
  choose: "Choose a photo",
  fromCamera: "Take with the camera",
  remove: "Remove the photo",
  stop: "Stop",
  sending: "Uploading the photo…",
  help: "jpg/jpeg or png, up to {{megabytes}}MB. You can drop it here, too.",
  wrongType: "Only jpg/jpeg or png photos can be uploaded",
  tooLarge: "The photo may have at most {{megabytes}}MB (jpg/jpeg)",
  unreadable: "This file can't be opened as a photo",
  camera: "Camera",
  cameraRefused: "The camera is blocked or missing. Allow it in the browser's settings, or choose a file.",
  take: "Take the photo",
  cropTitle: "Crop the photo",
  cropText: "Drag the photo or use the arrows; + and − change its size.",
  cropArea: "Crop area",
  zoom: "Size",
  use: "Use photo",
  sent: "Photo uploaded. It awaits review.",
  judged: "The photo was reviewed",
  suitable: "Suitable",
  unsuitable: "Not suitable",
};
