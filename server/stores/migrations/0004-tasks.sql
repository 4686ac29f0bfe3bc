alter table applications add column "isTask" integer not null default 0;
