alter table members add column "number" integer not null default 0;
update members set "number" = rowid;

alter table organisations add column "quotaAccountId" text not null default '';
update organisations set "quotaAccountId" = coalesce(
  (select "userId" from members
   where "organisationId" = organisations."id" and "role" = 'ADMIN'
   order by "number" limit 1),
  "id");
create index "organisationsByQuotaAccount" on organisations ("quotaAccountId");
