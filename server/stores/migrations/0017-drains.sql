create table drains (
  "id" text primary key,
  "ownerId" text not null,
  "applicationId" text references applications ("id") on delete cascade,
  "addonId" text references addons ("id") on delete cascade,
  "kind" text not null,
  "recipient" text not null,
  "state" text not null,
  "statusId" text not null,
  "stateAt" bigint not null,
  "stateBy" text not null,
  "createdAt" bigint not null,
  "position" text not null,
  "attempts" integer not null,
  "attemptedAt" bigint,
  "dueAt" bigint,
  "failingSince" bigint,
  "lastError" text not null
);
create index "drainsByApplication" on drains ("applicationId", "createdAt");
create index "drainsByAddon" on drains ("addonId", "createdAt");
create index "drainsEnabled" on drains ("attemptedAt") where "state" = 'ENABLED';
