import { statement } from "#server/database/statement.ts";

/** Two are made at once. */
const atOnce = 2;
/** After so many runs that failed an export is given up. */
const runs = 5;
/** A run that was not heard of for so long is dead. */
const silence = "interval '5 minutes'";

/** SQL: nobody is at it, and what went wrong with the run before had some time to go by. */
const isWaiting = (e: string, now: string) =>
  `(${e}.state = 'QUEUED' and (${e}.runs = 0 or ${e}.seen_at < ${now}::timestamptz - ${silence}))`;

/** Where the file of a run is stored. */
export const exportKey = (exportId: string, run: string): string => `exports/${exportId}/${run}.zip`;

export const claimExport = statement("leaving_claim_export")<
  { ownerId: string; withFiles: boolean },
  [id: string, run: string, now: Date]
>(`
  update account_exports e set state = 'RUNNING', run = $2, runs = e.runs + 1, seen_at = $3, percent = 0, step = null
   where e.id = $1 and (${isWaiting("e", "$3")} or e.state = 'RUNNING' and e.seen_at < $3::timestamptz - ${silence}) and e.runs < ${runs}
     and (select count(*) from account_exports o where o.state = 'RUNNING' and o.id <> e.id and o.seen_at > $3::timestamptz - ${silence}) < ${atOnce}
  returning e.owner_id as "ownerId", e.with_files as "withFiles"`);

export const showProgress = statement("leaving_show_progress")<
  { id: string },
  [id: string, run: string, percent: number, step: string, now: Date]
>(
  `update account_exports set percent = $3, step = $4, seen_at = $5 where id = $1 and run = $2 and state = 'RUNNING' returning id`,
);

export const finishExport = statement("leaving_finish_export")<
  { ownerId: string; email: string },
  [id: string, run: string, bytes: number, now: Date, expiresAt: Date]
>(`
  update account_exports e set state = 'READY', percent = 100, step = null, size_bytes = $3, ready_at = $4, seen_at = $4, expires_at = $5
    from users u where e.id = $1 and e.run = $2 and e.state = 'RUNNING' and u.id = e.owner_id
  returning e.owner_id as "ownerId", u.email`);

/** A creator's newest export is the only one that is kept. */
export const replaceOlder = statement("leaving_replace_older")<
  { id: string; run: string | null },
  [ownerId: string, newest: string]
>(
  `update account_exports set state = 'EXPIRED' where owner_id = $1 and state = 'READY' and id <> $2 returning id, run`,
);

/** A run that failed waits for the next one, or was the last; one that was only stopped does not count. */
export const failExport = statement("leaving_fail_export")<
  { state: string; email: string },
  [id: string, run: string, isStopped: boolean, now: Date]
>(`
  update account_exports e set state = case when $3::boolean or e.runs < ${runs} then 'QUEUED' else 'FAILED' end,
         runs = e.runs - $3::boolean::int, seen_at = $4, step = null, percent = 0
    from users u where e.id = $1 and e.run = $2 and e.state = 'RUNNING' and u.id = e.owner_id
  returning e.state, u.email`);

/** Those that no other waits for, oldest first. */
export const selectNext = statement("leaving_select_next")<{ id: string }, [now: Date]>(
  `select e.id from account_exports e where ${isWaiting("e", "$1")} order by e.created_at limit ${atOnce}`,
);

/** For a worker that finds no other: whoever was at it was killed, and need not be waited for. */
export const releaseExports = statement("leaving_release_exports")<never, []>(
  "update account_exports set state = 'QUEUED', seen_at = timestamptz 'epoch' where state = 'RUNNING'",
);

/** What was killed for the last time, and what nobody is at. */
export const closeExports = statement("leaving_close_exports")<{ id: string; email: string }, [now: Date]>(`
  update account_exports e set state = 'FAILED', seen_at = $1 from users u
   where e.state in ('QUEUED', 'RUNNING') and e.runs >= ${runs} and e.seen_at < $1::timestamptz - ${silence} and u.id = e.owner_id
  returning e.id, u.email`);

/** SQL: those of which nothing was heard for a while at `$1`. */
const quiet = `account_exports where state in ('QUEUED', 'RUNNING') and seen_at < $1::timestamptz - ${silence}`;

/** SQL: whether there is any. */
export const isAnyQuiet = `exists (select from ${quiet})`;

export const selectQuiet = statement("leaving_select_quiet")<{ id: string }, [now: Date]>(
  `select id from ${quiet} order by created_at`,
);

export const expireExports = statement("leaving_expire_exports")<
  { id: string; run: string | null },
  [now: Date]
>(
  "update account_exports set state = 'EXPIRED' where state = 'READY' and expires_at <= $1 returning id, run",
);

/** Of these runs, those whose files are in use. */
export const selectUsed = statement("leaving_select_used")<{ run: string | null }, [runs: string[]]>(
  "select run from account_exports where run = any($1::uuid[]) and state in ('RUNNING', 'READY')",
);
