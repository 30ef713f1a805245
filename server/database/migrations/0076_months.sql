-- outside a transaction
-- `traffic_quarters` is kept by the month from here on (decision 115). What is there becomes its first month, of all that is before a
-- moment four to nine weeks ahead: no row is moved. The version before, which may run for a while yet, deletes by the places of rows, and
-- those are one row's alone as long as all rows lie in one partition.
--
-- That no row is of after that moment is found out beside who reads and writes, so that the last step need not look.
DO $$
DECLARE
  ends timestamptz;
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'traffic_quarters'::regclass) <> 'r' THEN RETURN; END IF;
  -- In local mode the clock can have been moved on, and back by a new database of its time.
  SELECT date_trunc('month', greatest(shop_now(), max(bucket)), 'UTC') INTO ends FROM traffic_quarters;
  ends := (ends AT TIME ZONE 'UTC' + interval '2 months') AT TIME ZONE 'UTC';
  ALTER TABLE traffic_quarters DROP CONSTRAINT IF EXISTS traffic_quarters_before;
  EXECUTE format('ALTER TABLE traffic_quarters ADD CONSTRAINT traffic_quarters_before CHECK (bucket < %L) NOT VALID', ends);
END $$;--> statement-breakpoint
DO $$
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'traffic_quarters'::regclass) <> 'r' THEN RETURN; END IF;
  ALTER TABLE traffic_quarters VALIDATE CONSTRAINT traffic_quarters_before;
END $$;--> statement-breakpoint
-- One transaction, as every statement is. Its key and its foreign key are taken over as they are; the index by age stays with what has
-- no months, since a month goes as a whole.
DO $$
DECLARE
  ends timestamptz;
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'traffic_quarters'::regclass) <> 'r' THEN RETURN; END IF;
  SELECT (regexp_match(pg_get_constraintdef(oid), '''(.+?)'''))[1] INTO STRICT ends FROM pg_constraint
   WHERE conrelid = 'traffic_quarters'::regclass AND conname = 'traffic_quarters_before' AND convalidated;
  ALTER TABLE traffic_quarters RENAME TO traffic_quarters_before;
  ALTER TABLE traffic_quarters_before RENAME CONSTRAINT traffic_quarters_owner_id_bucket_kind_channel_name_pk TO traffic_quarters_before_pkey;
  ALTER INDEX traffic_quarters_age RENAME TO traffic_quarters_before_age;
  CREATE TABLE "traffic_quarters" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"bucket" timestamp with time zone NOT NULL,
	"visits" integer NOT NULL,
	"views" integer NOT NULL,
	"checkouts" integer NOT NULL,
	"emails" integer NOT NULL,
	"tried" integer NOT NULL,
	"paid" integer NOT NULL,
	"added" integer NOT NULL,
	CONSTRAINT "traffic_quarters_owner_id_bucket_kind_channel_name_pk" PRIMARY KEY("owner_id","bucket","kind","channel","name"),
	CONSTRAINT "traffic_quarters_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action
  ) PARTITION BY RANGE (bucket);
  EXECUTE format('ALTER TABLE traffic_quarters ATTACH PARTITION traffic_quarters_before FOR VALUES FROM (MINVALUE) TO (%L)', ends);
  ALTER TABLE traffic_quarters_before DROP CONSTRAINT traffic_quarters_before;
END $$;
