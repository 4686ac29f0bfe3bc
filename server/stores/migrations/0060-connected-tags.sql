-- Tags that are deployed in the place of a branch.
alter table "connectedRepositories" add column "tags" text not null default '[]';
