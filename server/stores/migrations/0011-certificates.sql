create table certificates (
  "id" text primary key,
  "ownerId" text not null,
  "source" text not null,
  "host" text,
  "names" text not null,
  "subject" text not null,
  "issuer" text not null,
  "serialNumber" text not null,
  "fingerprint" text not null,
  "notBefore" bigint not null,
  "notAfter" bigint not null,
  "chain" text not null,
  "key" text not null,
  "createdAt" bigint not null,
  "warnedAt" bigint
);
create unique index "certificatesByFingerprint" on certificates ("fingerprint", "ownerId");
create index "certificatesByOwner" on certificates ("ownerId", "createdAt");

create table "certificateOrders" (
  "host" text primary key,
  "ownerId" text not null,
  "dueAt" bigint not null,
  "failures" integer not null default 0,
  "attemptedAt" bigint,
  "problem" text,
  "warnedAt" bigint
);
create index "certificateOrdersByOwner" on "certificateOrders" ("ownerId", "dueAt");
create index "certificateOrdersByTime" on "certificateOrders" ("dueAt");

create table "acmeAccounts" (
  "directory" text primary key,
  "key" text not null,
  "url" text not null
);
