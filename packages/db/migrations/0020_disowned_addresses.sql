ALTER TABLE "mail_tokens" DROP CONSTRAINT "mail_tokens_purpose_known";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_purpose_known" CHECK ("mail_tokens"."purpose" in ('verify', 'reset', 'restore_email', 'disown'));