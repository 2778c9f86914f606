-- The rows that are there become one partition, which the same start divides into months (usage-events/months.ts).
ALTER TABLE "usage_events" VALIDATE CONSTRAINT "usage_events_kind_known";--> statement-breakpoint
ALTER TABLE "usage_events" RENAME TO "usage_events_before";--> statement-breakpoint
ALTER INDEX "usage_events_user_index" RENAME TO "usage_events_before_user_index";--> statement-breakpoint
CREATE TABLE "usage_events" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"duration_s" integer,
	CONSTRAINT "usage_events_kind_known" CHECK ("usage_events"."kind" in ('landing', 'signup', 'quiz_started', 'scan', 'quiz_completed', 'note_created', 'note_updated', 'notes_opened', 'stats_opened', 'history_opened', 'activity'))
) PARTITION BY RANGE ("at");--> statement-breakpoint
CREATE INDEX "usage_events_user_index" ON "usage_events" USING btree ("user_id","at");--> statement-breakpoint
-- Without rows only "usage_events_at_index" would be left of the old table, which an older instance beside this one names.
DO $$
DECLARE
	bound timestamp with time zone;
BEGIN
	IF NOT EXISTS (SELECT FROM usage_events_before) THEN
		DROP TABLE usage_events_before;
		RETURN;
	END IF;
	SELECT to_date(right(conname, 10), 'YYYY_MM_DD')::timestamp AT TIME ZONE 'UTC' INTO bound FROM pg_constraint
	WHERE conrelid = 'usage_events_before'::regclass AND conname LIKE 'usage\_events\_before\_2%' AND convalidated;
	IF bound IS NULL THEN
		SELECT (date_trunc('month', greatest(now(), max(at)) AT TIME ZONE 'UTC') + interval '3 months') AT TIME ZONE 'UTC'
		INTO bound FROM usage_events_before;
	END IF;
	EXECUTE format('ALTER TABLE usage_events ATTACH PARTITION usage_events_before FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END $$;--> statement-breakpoint
CREATE TABLE usage_events_default PARTITION OF "usage_events" DEFAULT;
