import { openDatabase } from "#server/database/client.ts";
import { openOutcomes } from "#server/jobs/outcomes.ts";
import type { Services } from "#server/services.ts";
import { afterFile } from "./after-file.ts";
import { type Line, openLine } from "./cut-line.ts";
import type { TestApp } from "./test-app.ts";

/** The services of a second process, whose line to the same database can be cut. */
export async function openCutOffWorker({ services }: TestApp): Promise<{ line: Line; services: Services }> {
  const { access } = services;
  const line = await openLine({ port: Number(new URL(access.url).port) });
  const url = Object.assign(new URL(access.url), { host: line.address }).href;
  const { db, pool, close } = openDatabase(url, 4);
  afterFile(async () => {
    await close();
    await line.close();
  });
  const outcomes = openOutcomes(services.log);
  return {
    line,
    services: { ...services, outcomes, access: { ...access, url, directUrl: url }, db, pool },
  };
}
