create table "hostedDomains" (
  "host" text not null,
  "path" text not null,
  "reversedHost" text not null,
  "applicationId" text not null references applications ("id") on delete cascade,
  "favourite" integer not null,
  primary key ("host", "path")
);
insert into "hostedDomains" ("host", "path", "reversedHost", "applicationId", "favourite")
with recursive letters ("name", "place", "reversed") as (
  select "name", length("name"), '' from domains
  union all
  select "name", "place" - 1, "reversed" || substr("name", "place", 1) from letters where "place" > 0
)
select letters."name", '/', letters."reversed", domains."applicationId", domains."favourite"
from letters join domains on domains."name" = letters."name"
where letters."place" = 0;
drop table domains;
alter table "hostedDomains" rename to domains;
create index "domainsByApplication" on domains ("applicationId");
create index "domainsByReversedHost" on domains ("reversedHost");

create table "tcpRedirections" (
  "port" integer primary key,
  "namespace" text not null,
  "applicationId" text not null references applications ("id") on delete cascade
);
create index "tcpRedirectionsByApplication" on "tcpRedirections" ("applicationId");
