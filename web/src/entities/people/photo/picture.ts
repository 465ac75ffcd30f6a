/** Limits of a photo (R1-224, R1-225, R1-226, R1-228, R1-229, R2-316), and cropping into a file. */

export const MEGABYTE = 1024 * 1024;
/** 2 097 152 bytes (D-34). */
export const PHOTO_MAX = 2 * MEGABYTE;
const CHOSEN_TYPES = ["image/jpeg", "image/png"];
/** A camera may deliver WebP as well. */
const TAKEN_TYPES = [...CHOSEN_TYPES, "image/webp"];
export const CHOSEN_NAMES = ".jpg,.jpeg,.png";
/** The camera's picture, in pixels. */
export const CAMERA_SIDE = 420;
/** The area in which a photo is cut, in pixels. */
export const CROP_AREA = { width: 1500, height: 500 } as const;
const LARGEST_SIDE = 1000;
const QUALITY = 0.92;

export type PhotoProblem = "wrongType" | "tooLarge";

/** Reason why a file is no valid photo; the server checks its bytes again. */
export function photoProblem(file: Blob, from: "disk" | "camera" = "disk", most = PHOTO_MAX): PhotoProblem | null {
  if (!(from === "camera" ? TAKEN_TYPES : CHOSEN_TYPES).includes(file.type)) return "wrongType";
  return file.size > most ? "tooLarge" : null;
}

export type Square = { x: number; y: number; side: number };

/** The part of a picture that its frame shows: in the picture's own pixels, never beyond its edges. */
export function shownSquare(width: number, height: number, zoom: number, at: { x: number; y: number }): Square {
  const side = Math.min(width, height) / zoom;
  const within = (middle: number, whole: number) => Math.max(0, Math.min(whole - side, middle * whole - side / 2));
  return { x: within(at.x, width), y: within(at.y, height), side };
}

/** The part as a JPEG. */
export async function cut(picture: CanvasImageSource, part: Square, most = LARGEST_SIDE): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.max(1, Math.round(Math.min(part.side, most)));
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  // Transparent areas of a PNG would turn black in a JPEG.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, part.x, part.y, part.side, part.side, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/jpeg", QUALITY),
  );
}

/** Front camera stream; null where it was denied or there is none (R1-434: the check is false). */
export async function openCamera(): Promise<MediaStream | null> {
  try {
    const video = { width: CAMERA_SIDE, height: CAMERA_SIDE, facingMode: "user" };
    return (await navigator.mediaDevices?.getUserMedia({ video, audio: false })) ?? null;
  } catch {
    return null;
  }
}
