CREATE TABLE "course_learners" (
	"order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"granted_at" timestamp with time zone,
	"lessons_begun" integer DEFAULT 0 NOT NULL,
	"lessons_done" integer DEFAULT 0 NOT NULL,
	"last_done_at" timestamp with time zone,
	CONSTRAINT "course_learners_order_id_product_id_pk" PRIMARY KEY("order_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "membership_movements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"annual_cents" integer NOT NULL,
	"members" smallint NOT NULL,
	"trials" smallint NOT NULL,
	"joined_at" timestamp with time zone,
	CONSTRAINT "membership_movements_kind" CHECK ("membership_movements"."kind" in ('TRIAL', 'TRIAL_END', 'NEW', 'EXPANSION', 'CONTRACTION', 'CHURN', 'PAUSE', 'REACTIVATION')),
	CONSTRAINT "membership_movements_members" CHECK ("membership_movements"."members" between -1 and 1),
	CONSTRAINT "membership_movements_trials" CHECK ("membership_movements"."trials" between -1 and 1),
	CONSTRAINT "membership_movements_joined" CHECK ("membership_movements"."kind" in ('TRIAL', 'TRIAL_END') or "membership_movements"."joined_at" is not null)
);
--> statement-breakpoint
DROP INDEX "progress_lesson";--> statement-breakpoint
ALTER TABLE "creator_customers" ADD COLUMN "first_paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "course_learners" ADD CONSTRAINT "course_learners_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_learners" ADD CONSTRAINT "course_learners_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_movements" ADD CONSTRAINT "membership_movements_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_learners_owner" ON "course_learners" USING btree ("owner_id","granted_at","product_id","order_id","lessons_begun","lessons_done","last_done_at") WHERE granted_at is not null;--> statement-breakpoint
CREATE INDEX "course_learners_product" ON "course_learners" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "membership_movements_subscription" ON "membership_movements" USING btree ("subscription_id","at");--> statement-breakpoint
CREATE INDEX "membership_movements_buyer" ON "membership_movements" USING btree ("product_id","customer_id","at");--> statement-breakpoint
CREATE INDEX "membership_movements_owner" ON "membership_movements" USING btree ("owner_id","at","id","product_id","kind","annual_cents","members","trials","joined_at");--> statement-breakpoint
CREATE INDEX "disputes_owner_created" ON "disputes" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_owner_created" ON "withdrawals" USING btree ("owner_id","created_at","id") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "progress_lesson" ON "progress" USING btree ("lesson_id","order_id","completed_at");--> statement-breakpoint
UPDATE "creator_customers" k SET "first_paid_at" = paid.at
  FROM (SELECT owner_id, customer_id, min(created_at) AS at FROM "orders" WHERE status IN ('PAID', 'REFUNDED') GROUP BY 1, 2) AS paid
 WHERE paid.owner_id = k.owner_id AND paid.customer_id = k.customer_id;--> statement-breakpoint
-- What is known of memberships of before: when they were first paid, what they cost now, and when access ended.
WITH known AS (
  SELECT s.*, CASE WHEN s.trial_days IS NULL THEN s.created_at ELSE first_bill.at END AS paid_at,
         CASE WHEN s.status IN ('active', 'trialing') THEN 'infinity'
              WHEN s.status = 'past_due' THEN s.past_due_at + interval '7 days'
              ELSE greatest(s.current_period_end, s.ended_at, s.created_at) END AS closes
    FROM "subscriptions" s
    LEFT JOIN LATERAL (
      SELECT min(b.period_start) AS at FROM "subscription_invoices" b
       WHERE b.subscription_id = s.id AND b.status = 'PAID' AND b.amount_cents > 0) AS first_bill ON true),
rated AS (
  SELECT k.*, k.price_cents * CASE k.billing_interval WHEN 'YEAR' THEN 1 ELSE 12 END AS annual,
         min(k.paid_at) OVER (PARTITION BY k.product_id, k.customer_id) AS joined_at FROM known k)
INSERT INTO "membership_movements" ("subscription_id", "owner_id", "product_id", "customer_id", "at", "kind", "annual_cents", "members", "trials", "joined_at")
SELECT id, owner_id, product_id, customer_id, created_at, 'TRIAL', 0, 0, 1, NULL FROM rated WHERE trial_days IS NOT NULL
UNION ALL
SELECT id, owner_id, product_id, customer_id, paid_at, CASE WHEN paid_at > joined_at THEN 'REACTIVATION' ELSE 'NEW' END,
       annual, 1, CASE WHEN trial_days IS NULL THEN 0 ELSE -1 END, joined_at FROM rated WHERE paid_at IS NOT NULL
UNION ALL
SELECT id, owner_id, product_id, customer_id, greatest(closes, paid_at), CASE WHEN status = 'paused' THEN 'PAUSE' ELSE 'CHURN' END,
       -annual, -1, 0, joined_at FROM rated WHERE paid_at IS NOT NULL AND closes < 'infinity'
UNION ALL
SELECT id, owner_id, product_id, customer_id, greatest(closes, created_at), 'TRIAL_END', 0, 0, -1, NULL
  FROM rated WHERE trial_days IS NOT NULL AND paid_at IS NULL AND closes < 'infinity';--> statement-breakpoint
INSERT INTO "course_learners" ("order_id", "product_id", "owner_id", "granted_at", "lessons_begun", "lessons_done", "last_done_at")
SELECT a.order_id, a.product_id, a.owner_id, min(a.granted_at) FILTER (WHERE a.revoked_at IS NULL), coalesce(max(work.begun), 0),
       coalesce(max(work.done), 0), max(work.last)
  FROM "access" a JOIN "products" p ON p.id = a.product_id AND p.type = 'COURSE'
  LEFT JOIN (
    SELECT g.order_id, m.product_id, count(*) AS begun, count(g.completed_at) AS done, max(g.completed_at) AS last
      FROM "progress" g JOIN "lessons" l ON l.id = g.lesson_id JOIN "course_modules" m ON m.id = l.module_id GROUP BY 1, 2) AS work
    ON work.order_id = a.order_id AND work.product_id = a.product_id
 GROUP BY 1, 2, 3;--> statement-breakpoint
-- Whose indexes answer alone.
ALTER TABLE "membership_movements" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "progress" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "course_learners" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
