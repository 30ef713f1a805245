import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type MutedDatabase = {
  /** The database by way of this. */
  url: string;
  /**
   * From now on nothing reaches the connections that listen, and nothing comes from them, as behind a pulled cable: nobody
   * is told that they are gone. All other connections go on. New ones that would listen are mute, too.
   */
  mute(): void;
  close(): Promise<void>;
};

/** Stands before a database, to lose its notifications. */
export async function openMutedDatabase(databaseUrl: string): Promise<MutedDatabase> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isMute = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    let listens = false;
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (data) => {
        // Its first message names who connects.
        listens ||= data.includes("openstall notifications");
        if (!(listens && isMute)) to.write(data);
      });
      from.on("close", () => to.destroy());
      from.on("error", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    mute: () => void (isMute = true),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
