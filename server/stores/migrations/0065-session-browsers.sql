-- The browser and the operating system of a login, as words for people.
alter table sessions add column "browser" text not null default '';
alter table sessions add column "system" text not null default '';
