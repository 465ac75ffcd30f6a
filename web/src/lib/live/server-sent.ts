/** The messages of a response of server-sent events. EventSource itself can't send the token of the session. */

export type ServerSent = { event: string; data: string; id: string };

/** Yields the messages and heartbeats (without an event) of a body until it ends. */
export async function* serverSent(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) yield messageOf(block);
  }
}

function messageOf(block: string): ServerSent {
  const message: ServerSent = { event: "", data: "", id: "" };
  for (const line of block.split("\n")) {
    const [name = "", ...rest] = line.split(": ");
    if (name === "event" || name === "data" || name === "id") message[name] = rest.join(": ");
  }
  return message;
}
