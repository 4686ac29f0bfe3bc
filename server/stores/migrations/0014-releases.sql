alter table deployments add column "rollbackTo" text;
