create table nonces (
  "key" text primary key,
  "expiresAt" bigint not null
);

create index "noncesByExpiry" on nonces ("expiresAt");

create table "attemptCounts" (
  "key" text primary key,
  "count" bigint not null,
  "expiresAt" bigint not null
);

create index "attemptCountsByExpiry" on "attemptCounts" ("expiresAt");

create table "waitingLogins" (
  "tokenDigest" text primary key,
  "machine" text not null,
  "address" text not null,
  "startedAt" bigint not null,
  "isCancelled" bigint not null,
  "expiresAt" bigint not null
);

create index "waitingLoginsByExpiry" on "waitingLogins" ("expiresAt");
