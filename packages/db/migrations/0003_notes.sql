CREATE TABLE "deleted_notes" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deleted_notes_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title_sealed" text NOT NULL,
	"text_sealed" text NOT NULL,
	"category_id" text NOT NULL,
	"scan_result_id" uuid,
	"revision" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notes_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "notes_category_known" CHECK ("notes"."category_id" in ('other', 'red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple')),
	CONSTRAINT "notes_revision_positive" CHECK ("notes"."revision" > 0)
);
--> statement-breakpoint
ALTER TABLE "deleted_notes" ADD CONSTRAINT "deleted_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_scan_result_fk" FOREIGN KEY ("user_id","scan_result_id") REFERENCES "public"."scans"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_notes_deleted_index" ON "deleted_notes" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "notes_user_time_index" ON "notes" USING btree ("user_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "notes_scan_index" ON "notes" USING btree ("user_id","scan_result_id") WHERE "notes"."scan_result_id" is not null;