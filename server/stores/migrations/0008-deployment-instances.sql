alter table deployments add column "instances" integer not null default 1;
