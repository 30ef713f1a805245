import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";

export type Line = {
  /** Where the service is reached, as `127.0.0.1:port`. */
  address: string;
  /** From now on nobody answers there, and what is under way breaks. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
};

/** A line to a service on this machine that can be cut, and mended at the same address: what an outage looks like from here. */
export async function openLine(to: { port: number }): Promise<Line> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const far = connect(to.port, "127.0.0.1");
    for (const [end, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      sockets.add(end);
      end.on("error", () => other.destroy());
      end.on("close", () => {
        sockets.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { address: `127.0.0.1:${port}`, cut, mend: async () => void (await listen(port)), close: cut };
}
