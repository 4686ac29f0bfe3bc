create table usage (
  "id" text primary key,
  "kind" text not null,
  "ownerId" text not null,
  "resourceId" text not null,
  "resourceName" text not null,
  "meterId" text not null,
  "flavorOrPlan" text not null,
  "zone" text not null,
  "providerId" text,
  "planId" text,
  "planPrice" text,
  "from" bigint not null,
  "until" bigint
);
create unique index "usageOpen" on usage ("meterId") where "until" is null;
create index "usageByMeter" on usage ("meterId", "from");
create index "usageByOwner" on usage ("ownerId", "from");
create index "usageByProvider" on usage ("providerId", "from");

alter table consumptions add column "amount" text not null default '0';
update consumptions set "amount" = cast("cost" as text) where "cost" >= 0.0001;
alter table consumptions drop column "cost";
alter table consumptions rename column "amount" to "cost";
alter table consumptions add column "state" text not null default 'accepted';
alter table consumptions add column "addonName" text not null default '';
alter table consumptions add column "zone" text not null default '';
create index "consumptionsByDate" on consumptions ("createdAt");

create table "priceLists" (
  "id" text primary key,
  "validFrom" bigint not null unique,
  "createdAt" bigint not null,
  "data" text not null
);

create table invoices (
  "number" text primary key,
  "sequence" integer not null unique,
  "kind" text not null,
  "origin" text not null,
  "ownerId" text not null,
  "issuedAt" bigint not null,
  "dueAt" bigint not null,
  "paidAt" bigint,
  "periodFrom" bigint not null,
  "periodUntil" bigint not null,
  "status" text not null,
  "currency" text not null,
  "corrects" text,
  "priceListId" text not null,
  "payment" text,
  "document" text not null
);
create unique index "invoicesByMonth" on invoices ("ownerId", "periodFrom") where "kind" = 'invoice' and "origin" = 'automatic';
create index "invoicesByOwner" on invoices ("ownerId", "issuedAt");
create index "invoicesByStatus" on invoices ("status");
create index "invoicesByCorrected" on invoices ("corrects");

create table "heldInvoices" (
  "ownerId" text not null,
  "periodFrom" bigint not null,
  "periodUntil" bigint not null,
  "reason" text not null,
  "sentence" text not null,
  "heldAt" bigint not null,
  "currency" text not null,
  "net" text not null,
  primary key ("ownerId", "periodFrom")
);

create table reminders (
  "number" text not null references invoices ("number"),
  "sentAt" bigint not null
);
create index "remindersByNumber" on reminders ("number", "sentAt");

create table credits (
  "id" text primary key,
  "ownerId" text not null,
  "amount" text not null,
  "currency" text not null,
  "reason" text not null,
  "invoiceNumber" text,
  "createdAt" bigint not null
);
create index "creditsByOwner" on credits ("ownerId", "createdAt");

create table "billingAccounts" (
  "ownerId" text primary key,
  "closedUntil" bigint not null,
  "suspendedAt" bigint,
  "suspension" text not null,
  "costCentre" text not null,
  "purchaseOrder" text not null,
  "lastAddress" text
);

create table "billingTimes" (
  "name" text primary key,
  "time" bigint not null
);

alter table applications add column "suspended" integer not null default 0;

create table "spendingAlerts" (
  "ownerId" text not null,
  "amount" text not null,
  "basis" text not null,
  "byEmail" integer not null,
  "webhook" text not null,
  primary key ("ownerId", "amount", "basis")
);

create table "spendingNotices" (
  "ownerId" text not null,
  "month" text not null,
  "amount" text not null,
  "basis" text not null,
  "reached" text not null,
  "currency" text not null,
  "createdAt" bigint not null,
  "webhook" text,
  "dueAt" bigint not null,
  "attempts" integer not null,
  primary key ("ownerId", "month", "amount", "basis")
);
create index "spendingNoticesDue" on "spendingNotices" ("dueAt") where "webhook" is not null;
