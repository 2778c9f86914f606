ALTER TABLE "scans" ADD COLUMN "kept" smallint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "moment" text DEFAULT 'exact' NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_kept_valid" CHECK ("scans"."kept" <@ '{0,1,2,3,4,5,6}' and cardinality("scans"."kept") <= 7);--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_moment_known" CHECK ("scans"."moment" in ('exact', 'part', 'day'));