ALTER TABLE "sessions" ADD COLUMN "scope" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_scope_known" CHECK ("sessions"."scope" in ('read', 'write'));--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_named_with_scope" CHECK (("sessions"."scope" is null) = ("sessions"."name" is null));