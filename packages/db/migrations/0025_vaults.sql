CREATE TABLE "vault_slots" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key_version" integer NOT NULL,
	"parameters" text NOT NULL,
	"wrapped" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "vault_slots_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "vault_slots_kind_known" CHECK ("vault_slots"."kind" in ('passphrase', 'recovery', 'passkey')),
	CONSTRAINT "vault_slots_name_short" CHECK (char_length("vault_slots"."name") <= 60)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_subject_known";--> statement-breakpoint
ALTER TABLE "scans" DROP CONSTRAINT "scans_tags_short";--> statement-breakpoint
ALTER TABLE "notes" ALTER COLUMN "category_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ALTER COLUMN "answers" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ALTER COLUMN "scoring" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "user_key_sealed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "sealed" text;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "key_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "sealed" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "key_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "arrived_clear" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "key_mode" text DEFAULT 'server' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "key_target" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "key_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "vault_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "vault_manifest" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "profile_sealed" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "profile_key_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_slots" ADD CONSTRAINT "vault_slots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_subject_known" CHECK ("ledger_entries"."subject" in ('lock', 'role', 'scans', 'notes', 'reminder', 'usage', 'codes', 'backup', 'passkeys', 'vault', 'slots'));--> statement-breakpoint
-- NOT VALID: the rows that are there have nothing in the new columns, and shorter tags; reading them all under a lock would stop everybody
ALTER TABLE "notes" ADD CONSTRAINT "notes_clear_or_sealed" CHECK (("notes"."category_id" is null) = ("notes"."sealed" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_clear_or_sealed" CHECK (("scans"."answers" is null) = ("scans"."sealed" is not null) and ("scans"."scoring" is null) = ("scans"."sealed" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_tags_short" CHECK (octet_length("scans"."tags_sealed") <= 3200) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_key_mode_known" CHECK ("users"."key_mode" in ('server', 'moving', 'vault')) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_key_target_known" CHECK ("users"."key_target" in ('vault', 'server')) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_key_target_while_moving" CHECK (("users"."key_mode" = 'moving') = ("users"."key_target" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_key_somewhere" CHECK (case "users"."key_mode" when 'server' then "users"."user_key_sealed" is not null when 'vault' then "users"."user_key_sealed" is null else true end) NOT VALID;