// The peer of the uploads: @tus/server with its file store, on the port and in the directory of the command line.
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";

const [port, directory] = process.argv.slice(2);
const server = new Server({ path: "/files", datastore: new FileStore({ directory }), relativeLocation: true });
server.listen({ host: "127.0.0.1", port: Number(port) }, () => console.log("ready"));
