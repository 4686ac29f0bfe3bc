-- Applications that are stopped while nobody visits them.
alter table applications add column "sleepTimeout" bigint;
alter table applications add column "asleepSince" bigint;
alter table applications add column "wakeRequestedAt" bigint;
-- When the last visitor of an application came.
create table "visits" (
  "applicationId" text primary key references applications ("id") on delete cascade,
  "lastVisitAt" bigint not null
);
