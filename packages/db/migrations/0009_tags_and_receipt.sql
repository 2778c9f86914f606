ALTER TABLE "deleted_notes" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "tags_sealed" text;--> statement-breakpoint
CREATE INDEX "scans_tags_index" ON "scans" USING btree ("user_id") WHERE "scans"."tags_sealed" is not null;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_tags_short" CHECK (octet_length("scans"."tags_sealed") <= 2048);