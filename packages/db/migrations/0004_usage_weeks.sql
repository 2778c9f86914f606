CREATE TABLE "aggregation_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trigger" text NOT NULL,
	"started_by" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"heartbeat_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"weeks_total" integer DEFAULT 0 NOT NULL,
	"weeks_done" integer DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"outcome" text NOT NULL,
	CONSTRAINT "aggregation_runs_trigger_known" CHECK ("aggregation_runs"."trigger" in ('button', 'command', 'schedule')),
	CONSTRAINT "aggregation_runs_outcome_known" CHECK ("aggregation_runs"."outcome" in ('running', 'done', 'failed', 'stopped', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "usage_user_weeks" (
	"user_id" uuid NOT NULL,
	"week_start" date NOT NULL,
	"nb_landing" integer DEFAULT 0 NOT NULL,
	"nb_sessions" integer DEFAULT 0 NOT NULL,
	"session_ms" bigint DEFAULT 0 NOT NULL,
	"quiz_s" bigint DEFAULT 0 NOT NULL,
	"nb_quiz_timed" integer DEFAULT 0 NOT NULL,
	"nb_quiz_started" integer DEFAULT 0 NOT NULL,
	"nb_quiz_completed" integer DEFAULT 0 NOT NULL,
	"nb_notes_created" integer DEFAULT 0 NOT NULL,
	"nb_notes_updated" integer DEFAULT 0 NOT NULL,
	"nb_notes_opened" integer DEFAULT 0 NOT NULL,
	"nb_stats_opened" integer DEFAULT 0 NOT NULL,
	"nb_history_opened" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_weeks" (
	"week_start" date PRIMARY KEY NOT NULL,
	"computed_at" timestamp with time zone,
	"is_final" boolean DEFAULT false NOT NULL,
	"nb_signups" integer DEFAULT 0 NOT NULL,
	"nb_anonymous_landing" integer DEFAULT 0 NOT NULL,
	"nb_landing" integer DEFAULT 0 NOT NULL,
	"nb_sessions" integer DEFAULT 0 NOT NULL,
	"session_ms" bigint DEFAULT 0 NOT NULL,
	"quiz_s" bigint DEFAULT 0 NOT NULL,
	"nb_quiz_timed" integer DEFAULT 0 NOT NULL,
	"nb_quiz_started" integer DEFAULT 0 NOT NULL,
	"nb_quiz_completed" integer DEFAULT 0 NOT NULL,
	"nb_notes_created" integer DEFAULT 0 NOT NULL,
	"nb_notes_updated" integer DEFAULT 0 NOT NULL,
	"nb_notes_opened" integer DEFAULT 0 NOT NULL,
	"nb_stats_opened" integer DEFAULT 0 NOT NULL,
	"nb_history_opened" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usage_events" DROP CONSTRAINT "usage_events_kind_known";--> statement-breakpoint
CREATE UNIQUE INDEX "aggregation_runs_one_running" ON "aggregation_runs" USING btree ("outcome") WHERE "aggregation_runs"."outcome" = 'running';--> statement-breakpoint
CREATE INDEX "usage_user_weeks_week_index" ON "usage_user_weeks" USING btree ("week_start","user_id");--> statement-breakpoint
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_kind_known" CHECK ("usage_events"."kind" in ('landing', 'signup', 'quiz_started', 'quiz_completed', 'note_created', 'note_updated', 'notes_opened', 'stats_opened', 'history_opened', 'activity')) NOT VALID; -- the rows that are there kept a stricter list: reading them all under a lock would stop everybody
