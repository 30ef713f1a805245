import { setTimeout as sleep } from "node:timers/promises";
import { isConnectionLost } from "./client.ts";

const tries = 20;
const pauseMs = 500;

/** Repeats a statement for up to ten seconds while the database is away, as it is when it restarts. Other errors pass. */
export async function retryOnLostConnection<T>(statement: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await statement();
    } catch (error) {
      if (attempt === tries || !isConnectionLost(error)) throw error;
      await sleep(pauseMs);
    }
  }
}
