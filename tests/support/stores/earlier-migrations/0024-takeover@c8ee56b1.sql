alter table servers add column "cluster" text not null default '';

alter table servers add column "followedAt" bigint not null default 0;
