-- Whether later commits of a fork run without another approval.
alter table "previews" add column "trustsUpdates" bigint not null default 0;
-- How far the pull requests of connected repositories are known.
create table "pullRequestSyncs" (
  "applicationId" text primary key references applications ("id") on delete cascade,
  "seen" text not null,
  "highest" bigint,
  "checkedAt" bigint,
  "dueAt" bigint not null,
  "attempts" bigint not null,
  "lastError" text not null
);
-- What hosts have said about pull requests since the last look.
create table "pullRequestAnnouncements" (
  "applicationId" text not null references applications ("id") on delete cascade,
  "number" bigint not null,
  "isClosed" bigint not null,
  "mark" text not null,
  primary key ("applicationId", "number")
);
-- The one comment below each pull request that has had a preview.
create table "pullRequestComments" (
  "applicationId" text not null references applications ("id") on delete cascade,
  "number" bigint not null,
  "previewId" text not null,
  "commentId" text,
  "told" text not null,
  "dueAt" bigint not null,
  "attempts" bigint not null,
  "lastError" text not null,
  primary key ("applicationId", "number")
);
