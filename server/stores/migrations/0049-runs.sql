-- One-off commands, each in an instance of its own.
create table "runs" (
  "id" text primary key,
  "applicationId" text not null references applications ("id") on delete cascade,
  "deploymentId" text not null,
  "release" bigint not null,
  "commit" text not null,
  "command" text not null,
  "flavor" text not null,
  "isDetached" bigint not null,
  "timeout" bigint not null,
  "startedBy" text not null,
  "credential" text not null,
  "credentialId" text not null,
  "from" text not null,
  "serverId" text not null,
  "state" text not null,
  "createdAt" bigint not null,
  "startedAt" bigint,
  "endedAt" bigint,
  "exitCode" bigint,
  "reason" text,
  "output" text not null,
  "outputEnd" bigint not null
);
create index "runsByTime" on "runs" ("applicationId", "createdAt");
create index "runsByState" on "runs" ("state");
