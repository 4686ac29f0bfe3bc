-- Releases of other applications that are deployed here, and where the artifact of a release came from.
alter table deployments add column "artifactOf" text;
alter table deployments add column "origin" text;
alter table releases add column "origin" text;
-- The application that takes the releases of another, such as production those of staging.
create table "promotionTargets" (
  "applicationId" text primary key references applications ("id") on delete cascade,
  "targetId" text not null references applications ("id") on delete cascade
);
create index "promotionTargetsByTarget" on "promotionTargets" ("targetId");
