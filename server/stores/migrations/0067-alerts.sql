-- Thresholds that owners watch, and which of them are crossed: whoever adds the row of one tells of it.
create table "alertRules" (
  "id" text primary key,
  "ownerId" text not null,
  "resourceId" text not null,
  "kind" text not null,
  "threshold" double precision not null,
  "minutes" bigint not null,
  "targets" text,
  "createdAt" bigint not null
);
create index "alertRulesByOwner" on "alertRules" ("ownerId", "createdAt");

create table "activeAlerts" (
  "ruleId" text not null references "alertRules" ("id") on delete cascade,
  "resourceId" text not null,
  "since" bigint not null,
  "value" double precision not null,
  primary key ("ruleId", "resourceId")
);
