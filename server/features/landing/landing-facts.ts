import type { LandingFacts } from "#contract/landing/landing.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { readForDesk } from "#server/database/desk-reads.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

const keptMs = 3_600_000;
/** Longer ones do not fit beside two others. */
const longestText = 240;

/** Answers with the installation's figures and reviews, which are read once an hour: anybody may ask for the landing page. */
export function landingFacts({ pool, clock }: Pick<Services, "pool" | "clock">): () => Promise<LandingFacts> {
  let kept: { facts: Promise<LandingFacts>; until: number } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (kept && kept.until > now) return kept.facts;
    const facts = readForDesk(() => readFacts(pool));
    kept = { facts, until: now + keptMs };
    facts.catch(() => (kept = undefined));
    return facts;
  };
}

async function readFacts(pool: Services["pool"]): Promise<LandingFacts> {
  const [[figures], reviews] = await Promise.all([selectFigures(pool), selectReviews(pool)]);
  if (!figures) throw new Error("nothing was counted");
  return { ...figures, reviews };
}

const isOpen = (product: string) =>
  `${product}.state = 'PUBLISHED' and ${product}.plan is null
   and not exists (select from closed_stores c where c.owner_id = ${product}.owner_id)`;

/** Of days that were counted, so that it costs days and not orders; plans are what the installation sells itself. */
const selectFigures = statement("landing_select_figures")<Omit<LandingFacts, "reviews">, []>(`
  select (select count(distinct p.owner_id)::int from products p where ${isOpen("p")}) as creators,
         (select coalesce(sum(r.replies), 0)::int from reply_usage r) as replies,
         (select greatest(0, coalesce(sum(d.paid_cents - d.refunded_cents), 0))::float8
            from sales_days d join products p on p.id = d.product_id where p.plan is null) as "revenueCents"`);

const selectReviews = statement("landing_select_reviews")<LandingFacts["reviews"][number], []>(`
  select newest.text, newest.author_name as "authorName", newest.title as "productTitle",
         newest.creator as "creatorName", newest.handle as "creatorHandle"
    from (select distinct on (p.owner_id) r.text, r.author_name, r.created_at, p.title, u.handle,
                 ${creatorName("u")} as creator
            from counted_reviews r
            join products p on p.id = r.product_id
            join users u on u.id = p.owner_id
           where r.rating = 5 and r.author_name <> '' and length(r.text) between 20 and ${longestText} and ${isOpen("p")}
           order by p.owner_id, r.created_at desc) newest
   order by newest.created_at desc limit 3`);
