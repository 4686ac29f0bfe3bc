-- The line of the log that says why a deployment failed.
alter table deployments add column "headline" text;
