-- Git hosts that the operator has registered; their tokens are sealed.
create table "gitHosts" (
  "id" text primary key,
  "kind" text not null,
  "name" text not null,
  "url" text not null,
  "apiUrl" text not null,
  "sshPort" bigint not null,
  "token" text,
  "tokenUse" text not null,
  "isFromSettings" bigint not null,
  "createdAt" bigint not null
);
-- Statuses of commits that hosts have yet to get.
create table "queuedStatuses" (
  "applicationId" text not null references applications ("id") on delete cascade,
  "commit" text not null,
  "deploymentId" text not null,
  "state" text not null,
  "description" text not null,
  "eventId" bigint not null,
  "queuedAt" bigint not null,
  "dueAt" bigint not null,
  "attempts" bigint not null,
  primary key ("applicationId", "commit")
);
create index "queuedStatusesByTime" on "queuedStatuses" ("dueAt");
-- The webhook that Berth has made at the host of a connected repository, by its id there.
create table "hostWebhooks" (
  "applicationId" text primary key references applications ("id") on delete cascade,
  "repositoryUrl" text not null,
  "hookId" text,
  "problem" text not null
);
