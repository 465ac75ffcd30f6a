// tus-js-client 4.3.1 as a black box: one scenario per call, told by JSON on the command line, its result on stdout.
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";

const given = JSON.parse(process.argv[2]);
// the client that the console's browser side uses
const tus = createRequire(given.packages)("tus-js-client");
const size = statSync(given.file).size;

// an upload that ends with its result; `change` sets further options, `during` is given each progress
function run(change = {}, during = () => {}) {
  return new Promise((resolve) => {
    let told = 0;
    const source = given.stream ? createReadStream(given.file) : readFileSync(given.file);
    const upload = new tus.Upload(source, {
      endpoint: given.endpoint,
      uploadUrl: given.uploadUrl,
      uploadSize: given.stream ? size : null,
      chunkSize: given.chunkSize ?? Infinity,
      retryDelays: given.retryDelays ?? [0, 100, 200, 400, 800],
      metadata: given.metadata ?? {},
      onProgress: (sent) => {
        told = Math.max(told, sent);
        during(upload, sent, resolve);
      },
      onError: (error) => resolve({ error: error.message, status: error.originalResponse?.getStatus() ?? null, told }),
      onSuccess: () => resolve({ url: upload.url, told }),
      ...change,
    });
    upload.start();
  });
}

const scenarios = {
  upload: () => run(),
  withUpload: () => run({ uploadDataDuringCreation: true }),
  override: () => run({ overridePatchMethod: true }),
  parallel: () => run({ parallelUploads: 2 }),
  deferred: () => run({ uploadLengthDeferred: true, retryDelays: null }),
  // aborted after some bytes, then a new upload object goes on from the link
  async resume() {
    const stopped = await run({}, (upload, sent, resolve) => {
      if (sent > size / 2) upload.abort().then(() => resolve({ url: upload.url, told: sent }));
    });
    let first = null;
    const ended = await run({ uploadUrl: stopped.url, endpoint: null }, (_, sent) => (first ??= sent));
    return { stopped: stopped.told, first, ...ended };
  },
  async terminate() {
    const stopped = await run({}, (upload, sent, resolve) => {
      if (sent > size / 2) upload.abort(true).then(() => resolve({ url: upload.url }), (e) => resolve({ error: e.message }));
    });
    const again = await run({ uploadUrl: stopped.url, endpoint: null, retryDelays: null });
    return { ...stopped, again };
  },
};
console.log(JSON.stringify(await scenarios[given.scenario]()));
