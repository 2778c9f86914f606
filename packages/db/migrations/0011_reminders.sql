CREATE TABLE "reminders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"family" uuid NOT NULL,
	"days" smallint[] NOT NULL,
	"time" text NOT NULL,
	"zone" text NOT NULL,
	"endpoint_sealed" text NOT NULL,
	"paused_until" timestamp with time zone,
	"next_due_at" timestamp with time zone NOT NULL,
	"retried_from" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "reminders_days_valid" CHECK (cardinality("reminders"."days") between 1 and 7 and 1 <= all("reminders"."days") and 7 >= all("reminders"."days") and array_position("reminders"."days", null) is null),
	CONSTRAINT "reminders_zone_short" CHECK (char_length("reminders"."zone") <= 64)
);
--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminders_due_index" ON "reminders" USING btree ("next_due_at");