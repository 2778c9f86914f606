CREATE TABLE "usage_cohorts" (
	"signup_week" date NOT NULL,
	"week_start" date NOT NULL,
	"nb_people" integer DEFAULT 0 NOT NULL,
	"nb_erased" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_cohorts_signup_week_week_start_pk" PRIMARY KEY("signup_week","week_start")
);
--> statement-breakpoint
ALTER TABLE "usage_user_weeks" ADD COLUMN "signed_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_user_weeks" ADD COLUMN "nb_active" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_weeks" ADD COLUMN "cohorts_of" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "usage_weeks" ADD COLUMN "nb_active" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Each row there is stands for one person, but the ones of erased accounts for an unknown number of them. The default fills
-- the rows without writing them.
ALTER TABLE "usage_user_weeks" ALTER COLUMN "nb_active" SET DEFAULT 0;--> statement-breakpoint
UPDATE "usage_user_weeks" SET "nb_active" = 0 WHERE "user_id" = '00000000-0000-0000-0000-000000000000';--> statement-breakpoint
UPDATE "usage_weeks" SET "nb_active" = "people"."count"
FROM (SELECT "week_start", sum("nb_active") AS "count" FROM "usage_user_weeks" GROUP BY "week_start") AS "people"
WHERE "people"."week_start" = "usage_weeks"."week_start";--> statement-breakpoint
UPDATE "usage_user_weeks" SET "signed_up" = true
FROM (
	SELECT "id" AS "user_id", "created_at" AS "at" FROM "users"
	UNION SELECT "user_id", "at" FROM "usage_events" WHERE "kind" = 'signup' AND "user_id" <> '00000000-0000-0000-0000-000000000000'
) AS "signup"
WHERE "usage_user_weeks"."user_id" = "signup"."user_id"
	AND "usage_user_weeks"."week_start" = date_trunc('week', "signup"."at" at time zone 'UTC')::date;
