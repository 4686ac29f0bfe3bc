-- The branch of a deployment, and what its commit has that the one before it had not.
create table "deploymentCommits" (
  "deploymentId" text primary key references deployments ("id") on delete cascade,
  "branch" text,
  "since" text,
  "comparison" text
);
