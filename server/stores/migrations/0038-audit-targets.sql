insert into "eventSequence" values ('audit', 0);

create table "auditTargets" (
  "resourceId" text not null,
  "ownerId" text not null,
  "sequence" bigint not null,
  "entryId" text not null references audit ("id") on delete cascade,
  primary key ("resourceId", "ownerId", "sequence")
);
create index "auditTargetsByEntry" on "auditTargets" ("entryId");

create index "auditBegun" on audit ("date") where "outcome" = 'begun';
