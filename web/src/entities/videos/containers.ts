/** Containers of videos that are accepted, by name and by first bytes (R2-306, R2-307). */

/** So many bytes decide. */
export const SNIFFED_BYTES = 4096;

export const EXTENSIONS: ReadonlySet<string> = new Set(
  "mp4 webm quicktime wmv matroska mkv mpeg avi m4v ogm mpg mov asx mxf".split(" "),
);

const ATOMS: ReadonlySet<string> = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]);
/** Place and first bytes of Matroska, ASF, AVI and Ogg. */
const SIGNATURES: ReadonlyArray<readonly [number, string]> = [
  [0, "\x1a\x45\xdf\xa3"],
  [0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c"],
  [8, "AVI "],
  [0, "OggS"],
];
const MXF_KEY = "\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02";
const MPEG_STARTS = ["\x00\x00\x01\xba", "\x00\x00\x01\xb3"];
const TS_SYNC = "\x47";
const TS_PACKET = 188;
/** Sounds and pictures in the container of MP4: phones write photographs so. */
const OTHER_BRANDS = /^(M4[AB]|avif|hei[cxms]|mif1|crx )/;

/** True when the extension is one of an accepted container. */
export function isVideoName(name: string): boolean {
  const dot = name.lastIndexOf(".");
  return dot >= 0 && EXTENSIONS.has(name.slice(dot + 1).toLowerCase());
}

/** True when the first bytes show an accepted container, under whichever extension. */
export function isVideoStart(bytes: Uint8Array): boolean {
  const start = Array.from(bytes.subarray(0, SNIFFED_BYTES), (byte) => String.fromCharCode(byte)).join("");
  const atom = start.slice(4, 8);
  if (ATOMS.has(atom)) return atom !== "ftyp" || !OTHER_BRANDS.test(start.slice(8, 12));
  return (
    SIGNATURES.some(([at, signature]) => start.startsWith(signature, at)) || start.includes(MXF_KEY) || isMpeg(start)
  );
}

function isMpeg(start: string): boolean {
  if (MPEG_STARTS.some((signature) => start.startsWith(signature))) return true;
  return [0, TS_PACKET, 2 * TS_PACKET].every((at) => start[at] === TS_SYNC);
}
