alter table applications add column "tags" text not null default '[]';
