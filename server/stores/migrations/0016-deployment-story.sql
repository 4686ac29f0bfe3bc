alter table deployments add column "plannedAt" bigint;
alter table deployments add column "drainedAt" bigint;
alter table deployments add column "failureStep" text;
alter table deployments add column "advice" text;
