import type { z } from "zod";
import type { ListedSubmission, listSubmissions as endpoint } from "#contract/courses/submissions.ts";
import { getCustomer } from "#contract/orders/customers.ts";
import { mayCall } from "#contract/team/roles.ts";
import { newest, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { hotStatement } from "#server/database/statement.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import type { SignedIn } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";

type Page = z.output<(typeof endpoint)["schema"]["response"][200]>;
type Filter = z.output<(typeof endpoint)["schema"]["querystring"]>;

const perPage = 20;
/** Who has more than this waiting does not need to know how much. */
const mostCounted = 100;

/**
 * A page of what buyers handed in at the creator's courses: what waits, the longest wait first; what was answered, the
 * newest first. Whose purchase has ended waits for nothing.
 */
export async function listSubmissions(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  asking: Pick<SignedIn, "creatorId" | "role">,
  { productId, show, cursor }: Filter,
): Promise<Page> {
  const ownerId = asking.creatorId;
  const now = clock.now();
  const [rows, [waiting]] = await Promise.all([
    select[show](pool, ownerId, productId ?? null, ...placeOf(cursor ?? starts[show]), now),
    countWaiting(pool, ownerId, now),
  ]);
  const shown = rows.slice(0, perPage);
  const last = rows.length > perPage ? shown.at(-1) : undefined;
  return {
    submissions: shown.flatMap(({ state, submittedAt, ...row }) =>
      state === "DRAFT" || !submittedAt
        ? []
        : [{ ...row, buyerName: shownBuyerName(asking, row.buyerName), state, submittedAt }],
    ),
    nextCursor: last ? `${last.placeMicros}_${last.id}` : null,
    waitingCount: waiting?.count ?? 0,
  };
}

/**
 * How a buyer is called to whoever asks: their address is for those who see customers. Who wrote their address as their name
 * gave it to no editor either.
 */
export const shownBuyerName = ({ role }: Pick<SignedIn, "role">, name: string): string =>
  name.includes("@") && !mayCall(role, getCustomer.config.roles) ? "A buyer" : name;

/** SQL: how a buyer is called: as they wrote it at their order, else by their address. `o` is the order, `c` the buyer. */
export const buyerName = (o: string, c: string): string =>
  `coalesce(nullif(btrim(${o}.customer_name), ''), ${c}.email)`;

const first = "0_00000000-0000-0000-0000-000000000000";
const starts = {
  waiting: first,
  done: first,
  answered: newest,
};

type Row = Omit<ListedSubmission, "state" | "submittedAt"> & {
  state: ListedSubmission["state"] | "DRAFT";
  submittedAt: Date | null;
  placeMicros: string | null;
};
type Values = [ownerId: string, productId: string | null, micros: string, id: string, now: Date];

const stillOpen = (now: string) =>
  `exists (select from ${openAccess(now)} a where a.order_id = s.order_id and a.product_id = s.product_id)`;

/** SQL: whether a submission `s` waits for its creator's answer at a moment. */
export const isWaiting = (now: string): string =>
  `s.state = 'SUBMITTED' and s.needs_answer and ${stillOpen(now)}`;

/** The rows of a page are found by an index of their state; then what is said of them is looked up. */
const page = (which: string, isNewestFirst: boolean) => {
  const order = isNewestFirst ? "desc" : "asc";
  return `
  select s.id, s.state, s.needs_answer as "needsAnswer", s.number, p.title as "courseTitle", l.title as "lessonTitle",
         ${buyerName("o", "c")} as "buyerName", left(s.text, 200) as excerpt, s.submitted_at as "submittedAt",
         (select count(*)::int from assignment_files f where f.submission_id = s.id) as "fileCount",
         ${placeMicros("s.submitted_at")} as "placeMicros"
    from (select s.* from assignment_submissions s
           where s.owner_id = $1 and ${which} and ($2::uuid is null or s.product_id = $2)
             and (s.submitted_at, s.id) ${isNewestFirst ? "<" : ">"} (timestamptz 'epoch' + $3::int8 * interval '1 microsecond', $4::uuid)
           order by s.submitted_at ${order}, s.id ${order} limit ${perPage + 1}) s
    join lessons l on l.id = s.lesson_id
    join products p on p.id = s.product_id
    join orders o on o.id = s.order_id
    join customers c on c.id = s.customer_id
   order by s.submitted_at ${order}, s.id ${order}`;
};

const select = {
  waiting: hotStatement("courses_list_waiting_submissions")<Row, Values>(page(isWaiting("$5"), false)),
  done: hotStatement("courses_list_done_submissions")<Row, Values>(
    page(`s.state = 'SUBMITTED' and not s.needs_answer and ${stillOpen("$5")}`, false),
  ),
  answered: hotStatement("courses_list_answered_submissions")<Row, Values>(
    page("s.state in ('RETURNED', 'ACCEPTED') and $5::timestamptz is not null", true),
  ),
};

const countWaiting = hotStatement("courses_count_waiting_submissions")<
  { count: number },
  [ownerId: string, now: Date]
>(`select count(*)::int as count
     from (select from assignment_submissions s
            where s.owner_id = $1 and ${isWaiting("$2")} limit ${mostCounted}) s`);
