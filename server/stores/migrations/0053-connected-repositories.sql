-- Repositories elsewhere that applications are deployed from; credentials are sealed.
create table "connectedRepositories" (
  "applicationId" text primary key references applications ("id") on delete cascade,
  "url" text not null,
  "access" text not null,
  "paths" text not null,
  "hostKeys" text not null,
  "head" text,
  "headBranch" text not null,
  "connectedBy" text not null,
  "connectedAt" bigint not null,
  "checkedAt" bigint,
  "dueAt" bigint not null,
  "attempts" bigint not null,
  "lastError" text not null
);
-- What commits of connected repositories say of themselves.
create table "commitSummaries" (
  "applicationId" text not null references applications ("id") on delete cascade,
  "commit" text not null,
  "author" text not null,
  "message" text not null,
  "date" bigint not null,
  primary key ("applicationId", "commit")
);
