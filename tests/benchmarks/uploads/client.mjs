// The client of both: tus-js-client sends a file to every link or endpoint at once, in chunks.
// One JSON argument: {packages, file, size, chunkSize, uploads: [{uploadUrl} or {endpoint}]}; prints seconds and the
// milliseconds of every PATCH.
import { createReadStream, readFileSync } from "node:fs";
import { createRequire } from "node:module";

const given = JSON.parse(process.argv[2]);
const tus = createRequire(given.packages)("tus-js-client");
const times = [];

// many small uploads share their bytes; a single large one is read as it is sent
const shared = given.uploads.length > 1 ? readFileSync(given.file).subarray(0, given.size) : null;

function one(to) {
  const began = new Map();
  return new Promise((resolve, reject) => {
    new tus.Upload(shared ?? createReadStream(given.file), {
      ...to,
      uploadSize: given.size,
      chunkSize: given.chunkSize,
      retryDelays: [0, 1000, 3000, 5000],
      metadata: {},
      onBeforeRequest: (request) => void began.set(request, performance.now()),
      onAfterResponse: (request) => {
        if (request.getMethod() === "PATCH") times.push(performance.now() - began.get(request));
        began.delete(request);
      },
      onError: reject,
      onSuccess: resolve,
    }).start();
  });
}

const began = performance.now();
await Promise.all(given.uploads.map(one));
console.log(JSON.stringify({ seconds: (performance.now() - began) / 1000, times }));
