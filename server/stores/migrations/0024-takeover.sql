alter table servers add column "cluster" text not null default '';

alter table servers add column "followedAt" bigint not null default 0;

create table "acmeChallenges" (
  "host" text primary key,
  "digest" text not null,
  "content" text not null,
  "expiresAt" bigint not null
);
