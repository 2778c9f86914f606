CREATE TABLE "usage_funnel" (
	"signup_week" date PRIMARY KEY NOT NULL,
	"nb_accounts" integer NOT NULL,
	"nb_scanned" integer NOT NULL,
	"nb_returned" integer NOT NULL
);
