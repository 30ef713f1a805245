CREATE TABLE "course_students" (
	"owner_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "course_students_owner_id_customer_id_pk" PRIMARY KEY("owner_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "course_students" ADD CONSTRAINT "course_students_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_students" ADD CONSTRAINT "course_students_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_students_customer" ON "course_students" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "course_students_since" ON "course_students" USING btree ("owner_id","since");--> statement-breakpoint
CREATE INDEX "subscriptions_members" ON "subscriptions" USING btree ("owner_id","customer_id") WHERE status in ('trialing', 'active', 'paused', 'past_due');--> statement-breakpoint
CREATE INDEX "customers_erased" ON "customers" USING btree ("id") WHERE erased_at is not null;--> statement-breakpoint
INSERT INTO course_students (owner_id, customer_id, since)
SELECT a.owner_id, a.customer_id, min(a.granted_at) FROM access a JOIN products p ON p.id = a.product_id
 WHERE p.type = 'COURSE' AND a.revoked_at IS NULL GROUP BY a.owner_id, a.customer_id;--> statement-breakpoint
ALTER TABLE "course_students" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
