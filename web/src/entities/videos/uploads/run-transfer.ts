/** One transfer of a file by tus (R2-183, R2-358), from the bytes that are stored to the last one. */
import type { DetailedError, HttpRequest } from "tus-js-client";
import { readTokens, signedInId } from "@/api/tokens";
import { fetchedOnce } from "@/lib/lazy/import-with-retry";
import { chunkSize } from "../transfer";
import { FileUnreadable, TransferFailed } from "./verdicts";

const tus = fetchedOnce(() => import("tus-js-client"));

export interface Transfer {
  file: File;
  id: number;
  url: string;
  /** Whose upload it is: nobody else's token goes with it. */
  owner: number | undefined;
  /** The link was not used yet: the host is told of the file first. */
  isNew: boolean;
  onProgress: (bytes: number) => void;
  /** So many bytes are stored. */
  onStored: (bytes: number) => void;
}

/** Resolves when every byte is stored, or the signal fires. Throws TransferFailed or FileUnreadable. */
export async function runTransfer(transfer: Transfer, signal: AbortSignal): Promise<void> {
  const { Upload } = await tus.fetch();
  const { file, url, onProgress, onStored } = transfer;
  // Another host gives the address of the upload itself, which is never created.
  const creates = transfer.isNew && isOwn(url);
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      ...(creates ? { endpoint: url } : { uploadUrl: url }),
      metadata: { filename: file.name, filetype: file.type, id: String(transfer.id) },
      chunkSize: chunkSize(file.size),
      // The manager repeats by itself: it shows when, and renews the link.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => authorize(request, transfer.owner),
      onProgress: (bytes) => onProgress(bytes),
      onChunkComplete: (_, stored) => onStored(stored),
      onSuccess: () => resolve(),
      onError: (error) => void failureOf(error, file).then(reject),
    });
    const abort = () => {
      void upload.abort();
      resolve();
    };
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) resolve();
    else upload.start();
  });
}

/** At the built-in host, which sees each byte itself. */
export const isOwn = (url: string) => new URL(url, location.href).origin === location.origin;

/** The link alone suffices; where the token goes with it, it is the present one, however long the upload takes. */
function authorize(request: HttpRequest, owner: number | undefined): void {
  const token = readTokens()?.accessToken;
  if (token && signedInId() === owner && isOwn(request.getURL())) request.setHeader("Authorization", `Bearer ${token}`);
}

/** A file that cannot be read looks like a broken connection to the browser: it is tried. */
async function failureOf(error: Error | DetailedError, file: File): Promise<Error> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    return new FileUnreadable(String(cause));
  }
  if (!("originalRequest" in error) || !error.originalRequest) return error;
  const { originalRequest: request, originalResponse: response } = error;
  return new TransferFailed(request.getMethod(), request.getURL(), response?.getStatus() || null);
}
