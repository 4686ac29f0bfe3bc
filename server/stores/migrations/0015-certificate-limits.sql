create table "acmeAttempts" (
  "accountId" text not null,
  "host" text not null,
  "startedAt" bigint not null,
  "failed" integer not null default 0
);
create index "acmeAttemptsByTime" on "acmeAttempts" ("startedAt");
create index "acmeAttemptsByHost" on "acmeAttempts" ("host", "startedAt");

create table "certificateWarnings" (
  "ownerId" text primary key,
  "warnedAt" bigint not null
);
insert into "certificateWarnings" ("ownerId", "warnedAt")
select "ownerId", max("warnedAt") from (
  select "ownerId", "warnedAt" from certificates
  union all
  select "ownerId", "warnedAt" from "certificateOrders"
) as warned
where "warnedAt" is not null group by "ownerId";
