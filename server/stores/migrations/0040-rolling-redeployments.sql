create table "rollingRedeployments" (
  "id" text primary key,
  "state" text not null,
  "concurrency" bigint not null,
  "maxFailures" bigint not null,
  "createdBy" text not null,
  "createdAt" bigint not null,
  "endedAt" bigint
);

create table "redeploymentItems" (
  "redeploymentId" text not null references "rollingRedeployments" ("id") on delete cascade,
  "applicationId" text not null references applications ("id") on delete cascade,
  "number" bigint not null,
  "state" text not null,
  "deploymentId" text,
  "startedAt" bigint,
  "endedAt" bigint,
  "reason" text,
  primary key ("redeploymentId", "applicationId")
);
create index "redeploymentItemsByState" on "redeploymentItems" ("redeploymentId", "state", "number");

create table "operatorMails" (
  "name" text primary key,
  "sentAt" bigint not null
);
