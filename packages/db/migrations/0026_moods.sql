CREATE TABLE "moods" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text,
	"name" text,
	"scale" smallint,
	"entries" jsonb,
	"received_at" timestamp with time zone NOT NULL,
	"sealed" text,
	"key_version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "moods_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "moods_clear_or_sealed" CHECK (("moods"."source" is null) = ("moods"."sealed" is not null) and ("moods"."name" is null) = ("moods"."sealed" is not null) and ("moods"."scale" is null) = ("moods"."sealed" is not null) and ("moods"."entries" is null) = ("moods"."sealed" is not null)),
	CONSTRAINT "moods_source_known" CHECK ("moods"."source" in ('daylio', 'journiv', 'table')),
	CONSTRAINT "moods_scale_known" CHECK ("moods"."scale" in (5, 10)),
	CONSTRAINT "moods_name_short" CHECK (char_length("moods"."name") <= 60),
	CONSTRAINT "moods_entries_valid" CHECK (case jsonb_typeof("moods"."entries") when 'array' then jsonb_array_length("moods"."entries") between 1 and 500 else "moods"."entries" is null end),
	CONSTRAINT "moods_sealed_short" CHECK (octet_length("moods"."sealed") <= 180000)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_subject_known";--> statement-breakpoint
ALTER TABLE "moods" ADD CONSTRAINT "moods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_subject_known" CHECK ("ledger_entries"."subject" in ('lock', 'role', 'scans', 'notes', 'reminder', 'usage', 'codes', 'backup', 'passkeys', 'vault', 'slots', 'moods'));