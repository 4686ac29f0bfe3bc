-- Scheduled tasks that were added besides those of the repository.
create table "crons" (
  "id" text primary key,
  "applicationId" text not null references applications ("id") on delete cascade,
  "name" text not null,
  "schedule" text not null,
  "command" text not null,
  "where" text not null,
  "timeout" bigint not null,
  "createdBy" text not null,
  "createdAt" bigint not null
);
create unique index "cronsByName" on "crons" ("applicationId", "name");

create table "cronPauses" (
  "applicationId" text not null references applications ("id") on delete cascade,
  "cronId" text not null,
  "pausedAt" bigint not null,
  "resumedAt" bigint,
  primary key ("applicationId", "cronId")
);

create table "cronCursors" (
  "applicationId" text primary key references applications ("id") on delete cascade,
  "followedUntil" bigint not null
);

-- One row for each time and slot: whoever adds it begins the run.
create table "cronRuns" (
  "id" text primary key,
  "applicationId" text not null references applications ("id") on delete cascade,
  "cronId" text not null,
  "name" text not null,
  "schedule" text not null,
  "command" text not null,
  "cause" text not null,
  "requestedBy" text not null,
  "dueAt" bigint not null,
  "slot" text not null,
  "serverId" text not null,
  "instanceId" text,
  "instanceNumber" bigint,
  "state" text not null,
  "startedAt" bigint not null,
  "endedAt" bigint,
  "exitCode" bigint,
  "reason" text,
  "output" text not null,
  "isCut" bigint not null
);
create unique index "cronRunsByTime" on "cronRuns" ("applicationId", "cronId", "dueAt", "slot");
create index "cronRunsByStart" on "cronRuns" ("applicationId", "startedAt");
create index "cronRunsByState" on "cronRuns" ("state");
