DROP TABLE "login_origins" CASCADE;--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_failures" DROP CONSTRAINT "login_failures_pkey";--> statement-breakpoint
ALTER TABLE "login_failures" ADD CONSTRAINT "login_failures_subject_device_pk" PRIMARY KEY("subject","device");--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_claimed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "users" SET "email_claimed_at" = "created_at";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locked_at" timestamp with time zone;
