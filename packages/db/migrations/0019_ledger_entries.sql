CREATE TABLE "ledger_entries" (
	"user_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"value" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entries_user_id_subject_pk" PRIMARY KEY("user_id","subject"),
	CONSTRAINT "ledger_entries_subject_known" CHECK ("ledger_entries"."subject" in ('lock', 'role', 'scans', 'notes', 'reminder', 'usage'))
);
--> statement-breakpoint
CREATE INDEX "ledger_entries_time_index" ON "ledger_entries" USING btree ("at");--> statement-breakpoint
-- Until now the file beside the backups had erased accounts only.
INSERT INTO "ledger_entries" ("user_id", "subject", "value", "at")
SELECT "id", 'lock', 'locked', "locked_at" FROM "users" WHERE "locked_at" IS NOT NULL AND "erased_at" IS NULL;--> statement-breakpoint
INSERT INTO "ledger_entries" ("user_id", "subject", "value", "at")
SELECT DISTINCT ON ("user_id", "purpose") "user_id", "purpose", "version", "at" FROM "consents"
WHERE NOT "given" AND "purpose" IN ('reminder', 'usage') ORDER BY "user_id", "purpose", "at" DESC;
