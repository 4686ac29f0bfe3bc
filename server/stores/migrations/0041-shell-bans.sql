-- Applications and organisations in whose instances nobody may open a shell.
create table "shellBans" (
  "subject" text primary key,
  "ownerId" text not null,
  "applicationId" text references applications ("id") on delete cascade,
  "createdAt" bigint not null
);
create index "shellBansByApplication" on "shellBans" ("applicationId");
