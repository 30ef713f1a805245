import { freeBytesAt } from "#server/files/disk-room.ts";
import type { Services } from "#server/services.ts";
import { workerLock } from "#server/jobs/only-worker.ts";
import { statement } from "#server/database/statement.ts";
import { possibleDuplicates } from "#server/mail/possible-duplicates.ts";

/** How an installation does as a whole, whichever process is asked. Ages are in seconds, by the shop's clock; 0 where nothing waits. */
export type SystemState = {
  /** Processes that work off jobs. */
  workers: number;
  /** What a commit has queued and no worker has taken over yet. */
  outbox: { waiting: number; oldestSeconds: number };
  mails: {
    waiting: number;
    oldestSeconds: number;
    failed: number;
    /** Attempts of the last 30 days that may have delivered an email which was then sent again. */
    possibleDuplicates: number;
  };
  /** News of payments that nobody has acted on. */
  webhooks: { waiting: number; oldestSeconds: number };
  quarantinedPayments: number;
  /** Accounts whose messages a platform refuses for a missing permission: most often one that the app itself lacks. */
  refusedAccounts: RefusedAccounts[];
  /** Queues in which anything waits, is tried again or has failed for good. */
  queues: QueueState[];
  /** Whether the file store answers. */
  files: boolean;
  /** What may still be written to the disk of this process's data folder, in bytes; undefined where it does not say. */
  freeBytes: number | undefined;
};

export type RefusedAccounts = { platform: string; code: string | null; accounts: number };

export type QueueState = {
  name: string;
  /** Due by now, and the seconds since the oldest of them was. */
  due: number;
  oldestSeconds: number;
  /** Failed at least three times, and tried again. */
  failing: number;
  /** Failed for good: kept until somebody decides. */
  failed: number;
};

/** Asked for more often, the answer is that of a moment ago: whoever watches costs the database nothing to speak of. */
const freshMs = 2_000;
const filePatienceMs = 3_000;
/** The file store is asked less often: a provider counts requests. */
const filesFreshMs = 15_000;

const watched = new WeakMap<Services["files"], () => Promise<SystemState>>();

/** Reads the state, of `freshMs` ago at most, once however many ask: the same for all who watch in a process. */
export function watchSystem(services: Services): () => Promise<SystemState> {
  const read = watched.get(services.files) ?? watch(services);
  watched.set(services.files, read);
  return read;
}

function watch(services: Services): () => Promise<SystemState> {
  const files = watchFiles(services);
  return remembered(freshMs, async () => {
    const [counted, found, freeBytes] = await Promise.all([
      readOwn(services.pool),
      readQueues(services),
      freeBytesAt(services.config.dataDir).catch(() => undefined),
    ]);
    const own = counted[0];
    if (!own) throw new Error("the state of the installation was not read");
    return {
      workers: found.workers,
      outbox: { waiting: own.outbox, oldestSeconds: own.outboxSeconds },
      mails: {
        waiting: own.mails,
        oldestSeconds: own.mailSeconds,
        failed: own.failedMails,
        possibleDuplicates: own.possibleDuplicates,
      },
      webhooks: { waiting: own.webhooks, oldestSeconds: own.webhookSeconds },
      quarantinedPayments: own.quarantined,
      refusedAccounts: own.refused,
      queues: found.queues,
      files: files(),
      freeBytes,
    };
  });
}

function remembered<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined;
  return () => {
    if (last && performance.now() - last.at < milliseconds) return last.value;
    const current = { at: performance.now(), value: read() };
    last = current;
    // What failed is asked again at once.
    current.value.catch(() => {
      if (last === current) last = undefined;
    });
    return current.value;
  };
}

/** What was last known, without waiting: an answer that comes late would look like a process that is not ready. */
function watchFiles(services: Pick<Services, "files">): () => boolean {
  let isUp = true;
  const look = remembered(filesFreshMs, async () => void (isUp = await answers(services)));
  return () => {
    void look();
    return isUp;
  };
}

/** A key that nothing has: what counts is that there is an answer. */
async function answers({ files }: Pick<Services, "files">): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), filePatienceMs);
  });
  const asked = files.size("health/nothing").then(
    () => true,
    () => false,
  );
  return Promise.race([asked, silence]).finally(() => clearTimeout(timer));
}

/** SQL: how many processes work off jobs, each of which holds the lock that they share. */
export const countWorkers = `(select count(*)::int from pg_locks
   where locktype = 'advisory' and granted and objsubid = 1
     and database = (select oid from pg_database where datname = current_database())
     and ((classid::bigint << 32) | objid::bigint) = ${workerLock}::bigint)`;

type Queues = { workers: number; queues: QueueState[] };

/** Of the tables of the queue's library; nothing where no worker has ever run. */
async function readQueues({ pool }: Pick<Services, "pool">): Promise<Queues> {
  const { rows } = await pool.query<{ workers: number; queues: QueueState[] }>({
    text: `select ${countWorkers} as workers,
                  (select coalesce(json_agg(q order by q.name), '[]') from (
                     select q.name, count(j.id) filter (where j.state < 'active')::int as due,
                            coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state < 'active')), 0)::int as "oldestSeconds",
                            count(j.id) filter (where j.state = 'retry' and j.retry_count >= 3)::int as failing,
                            q.failed_count as failed
                       from pgboss.queue q
                       left join pgboss.job j on j.name = q.name and j.state < 'active' and not j.blocked and (j.start_after <= now() or j.state = 'retry')
                      group by q.name, q.failed_count) q
                    where q.due > 0 or q.failed > 0) as queues`,
  });
  return rows[0] ?? { workers: 0, queues: [] };
}

type Own = {
  outbox: number;
  outboxSeconds: number;
  mails: number;
  mailSeconds: number;
  failedMails: number;
  possibleDuplicates: number;
  webhooks: number;
  webhookSeconds: number;
  quarantined: number;
  refused: RefusedAccounts[];
};

const readOwn = statement("operation_read_own")<Own, []>(
  `select o.waiting as outbox, o.seconds as "outboxSeconds", m.waiting as mails, m.seconds as "mailSeconds",
          (select count(*)::int from mail_outbox where state = 'FAILED') as "failedMails",
          ${possibleDuplicates("shop_now()")} as "possibleDuplicates",
          w.waiting as webhooks, w.seconds as "webhookSeconds",
          (select count(*)::int from quarantined_payments where resolved_at is null) as quarantined,
          (select coalesce(json_agg(refused order by refused.platform, refused.code), '[]')
             from (select platform, problem_error->>'code' as code, count(*)::int as accounts from social_accounts
                    where problem = 'PERMISSION_MISSING' group by 1, 2) refused) as refused
     from (select count(*)::int as waiting, coalesce(extract(epoch from shop_now() - min(created_at)), 0)::int as seconds
             from job_outbox) o,
          (select count(*)::int as waiting, coalesce(extract(epoch from shop_now() - min(coalesce(due_at, created_at))), 0)::int as seconds
             from mail_outbox where state = 'QUEUED' and (due_at is null or due_at <= shop_now())) m,
          (select count(*)::int as waiting, coalesce(extract(epoch from shop_now() - min(received_at)), 0)::int as seconds
             from webhook_events where handled_at is null) w`,
);
