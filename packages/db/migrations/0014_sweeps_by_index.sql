CREATE INDEX IF NOT EXISTS "erased_accounts_time_index" ON "erased_accounts" USING btree ("erased_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "mail_outbox_given_up_index" ON "mail_outbox" USING btree ("given_up_at") WHERE "mail_outbox"."given_up_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "mail_tokens_expiry_index" ON "mail_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sessions_end_index" ON "sessions" USING btree (least("expires_at", "absolute_expires_at"));