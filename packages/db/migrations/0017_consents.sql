CREATE TABLE "consents" (
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"given" boolean NOT NULL,
	"version" text NOT NULL,
	CONSTRAINT "consents_user_id_purpose_at_pk" PRIMARY KEY("user_id","purpose","at"),
	CONSTRAINT "consents_purpose_known" CHECK ("consents"."purpose" in ('keep', 'reminder', 'usage'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "counts_usage" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Until now the agreement was a column. Its words were the first version.
INSERT INTO "consents" ("user_id", "purpose", "at", "given", "version")
SELECT "id", 'keep', "consented_at", true, '2026-11-20' FROM "users" WHERE "consented_at" IS NOT NULL AND "erased_at" IS NULL;--> statement-breakpoint
-- Nothing says when a reminder was turned on; not later than the last time that it was sent.
INSERT INTO "consents" ("user_id", "purpose", "at", "given", "version")
SELECT "user_id", 'reminder', coalesce("sent_at", now()), true, '2026-11-22' FROM "reminders";
