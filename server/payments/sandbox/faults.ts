import type { Db } from "#server/database/client.ts";
import { sandboxFaults } from "#server/database/schema/sandbox.ts";

/** What goes wrong on purpose when events are delivered; see the table. */
export type Faults = { dropNext: number; delaySeconds: number; duplicates: number; reorder: boolean };

const columns = {
  dropNext: sandboxFaults.dropNext,
  delaySeconds: sandboxFaults.delaySeconds,
  duplicates: sandboxFaults.duplicates,
  reorder: sandboxFaults.reorder,
};

/** The faults of this moment: none, unless someone asked for them. */
export async function getFaults(db: Db): Promise<Faults> {
  const [row] = await db.select(columns).from(sandboxFaults);
  return row ?? { dropNext: 0, delaySeconds: 0, duplicates: 0, reorder: false };
}

/** Changes the faults named; every deliverer notices with its next event. */
export async function setFaults(
  db: Db,
  faults: { [Name in keyof Faults]?: Faults[Name] | undefined },
): Promise<Faults> {
  await db
    .insert(sandboxFaults)
    .values({ id: 1, ...faults })
    .onConflictDoUpdate({ target: sandboxFaults.id, set: { id: 1, ...faults } });
  return getFaults(db);
}
