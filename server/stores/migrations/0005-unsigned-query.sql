alter table consumers add column "acceptsUnsignedQuery" integer not null default 0;
