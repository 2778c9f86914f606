DROP INDEX "usage_user_weeks_week_index";--> statement-breakpoint
ALTER TABLE "usage_user_weeks" ADD COLUMN "is_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_weeks" ADD COLUMN "settled_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "usage_weeks" ADD COLUMN "settled_of" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "usage_weeks" ADD COLUMN "settled_signups" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_weeks" ADD COLUMN "settled_anonymous_landing" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "usage_user_weeks_key" ON "usage_user_weeks" USING btree ("week_start","user_id","is_open");--> statement-breakpoint
-- So that Citus can move shards beside those who write. Every other table of a person has a primary key.
ALTER TABLE "usage_user_weeks" REPLICA IDENTITY FULL;--> statement-breakpoint
-- The table before its partitions, as who writes locks them.
ALTER TABLE "usage_events" REPLICA IDENTITY FULL;--> statement-breakpoint
DO $$
DECLARE
	partition regclass;
BEGIN
	FOR partition IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'usage_events'::regclass LOOP
		EXECUTE format('ALTER TABLE %s REPLICA IDENTITY FULL', partition);
	END LOOP;
END $$;
