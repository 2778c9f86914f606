CREATE TABLE "auth_attempts" (
	"origin" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"subject" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL,
	"in_a_row" integer NOT NULL,
	"locked_until" timestamp with time zone,
	"failed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_origins" (
	"user_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"succeeded_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_origins_user_id_origin_pk" PRIMARY KEY("user_id","origin")
);
--> statement-breakpoint
DROP INDEX "sessions_user_index";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "family" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "rotates" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "successor_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "rotated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "first_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "login_origins" ADD CONSTRAINT "login_origins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_attempts_resets_index" ON "auth_attempts" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "login_failures_failed_index" ON "login_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "login_origins_succeeded_index" ON "login_origins" USING btree ("succeeded_at");--> statement-breakpoint
CREATE INDEX "sessions_user_index" ON "sessions" USING btree ("user_id","family");