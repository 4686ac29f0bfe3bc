-- What belongs to a preview names the application that it is a preview of; of use also when both are gone.
alter table applications add column "previewOf" text;
alter table addons add column "previewOf" text;
alter table usage add column "previewOf" text;
-- Running copies of applications from branches and pull requests. They outlive their parent until all that they had is deleted.
create table "previews" (
  "id" text primary key,
  "ownerId" text not null,
  "parentId" text not null,
  "applicationId" text,
  "source" text not null,
  "sourceKey" text not null,
  "commit" text,
  "isOutdated" bigint not null,
  "isIsolated" bigint not null,
  "state" text not null,
  "addons" text not null,
  "lastError" text not null,
  "createdBy" text not null,
  "approvedBy" text,
  "commentId" text,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "lastVisitAt" bigint not null,
  "dueAt" bigint not null,
  "attempts" bigint not null
);
create unique index "previewsBySource" on "previews" ("parentId", "sourceKey");
create index "previewsByOwner" on "previews" ("ownerId");
create index "previewsByApplication" on "previews" ("applicationId");
-- How the previews of an application are made; variables and the password are sealed.
create table "previewSettings" (
  "applicationId" text primary key references applications ("id") on delete cascade,
  "isEnabled" bigint not null,
  "pullRequests" bigint not null,
  "maxPreviews" bigint not null,
  "idleTimeout" bigint,
  "sleepTimeout" bigint,
  "flavor" text,
  "runsCrons" bigint not null,
  "variables" text not null,
  "isolatedVariables" text not null,
  "addons" text not null,
  "password" text
);
