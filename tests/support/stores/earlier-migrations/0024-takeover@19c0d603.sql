alter table servers add column "cluster" text not null default '';
