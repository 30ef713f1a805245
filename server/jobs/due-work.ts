import { createHash } from "node:crypto";
import pg from "pg";
import type { Services } from "#server/services.ts";
import { coalesce, type Coalesced } from "./coalesce.ts";

const lookEveryMs = 1_000;

/** Work that falls due without anybody saying so, or whose wake-up was lost. */
export type DueWork = {
  /** SQL that selects one text for each part of it that is due; `$1` is the shop's time. It costs little where nothing is. */
  text: string;
  /** What has been selected, where that is anything. */
  wake(due: string[]): void;
};

/** SQL for what has no parts. */
export const dueWhere = (condition: string): string => `select '' where ${condition}`;

/** SQL of which queues have a job that is due. */
export const dueJobs = (queues: readonly string[]): string =>
  `select asked.name from unnest(array[${queues.map((name) => pg.escapeLiteral(name)).join(", ")}]::text[]) as asked (name)
    where exists (select from pgboss.job where job.name = asked.name and job.state < 'active' and not job.blocked and job.start_after <= now())`;

type Watch = { works: Set<DueWork>; timer: NodeJS.Timeout; looking: Coalesced };
const watches = new WeakMap<pg.Pool, Watch>();

/**
 * Has a process look once a second, in one statement for all that it watches, what is due: tries that come after a delay, and
 * what a lost notification kept from being heard. Parts that looked by themselves would send dozens of statements a second to
 * a database at rest.
 */
export function watchDueWork(
  services: Pick<Services, "pool" | "clock" | "log">,
  work: DueWork,
): { stop(): Promise<void> } {
  const watch = watches.get(services.pool) ?? begin(services);
  watch.works.add(work);
  return {
    async stop() {
      watch.works.delete(work);
      if (watch.works.size === 0) {
        clearInterval(watch.timer);
        watches.delete(services.pool);
      }
      await watch.looking.ended();
    },
  };
}

function begin({ pool, clock, log }: Pick<Services, "pool" | "clock" | "log">): Watch {
  const works = new Set<DueWork>();
  const looking = coalesce(
    async () => {
      const asked = [...works];
      const due = await selectDue(pool, asked, clock.now());
      asked.forEach((work, index) => {
        const found = due[index] ?? [];
        // One that has stopped meanwhile is woken no more.
        if (found.length > 0 && works.has(work)) work.wake(found);
      });
    },
    (error) => log.error({ err: error }, "looking for what is due"),
  );
  const watch = { works, looking, timer: setInterval(() => looking.run(), lookEveryMs) };
  watches.set(pool, watch);
  return watch;
}

/** What is due of each. Prepared under a name, since it is asked all day. */
async function selectDue(pool: pg.Pool, works: readonly DueWork[], now: Date): Promise<string[][]> {
  const text = `select ${works.map((work) => `array(${work.text})`).join(", ")}, $1::timestamptz`;
  const name = `due_work_${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  const { rows } = await pool.query<[...string[][]]>({ name, text, values: [now], rowMode: "array" });
  return rows[0] ?? [];
}
