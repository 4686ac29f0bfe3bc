-- What Git hosts sign their calls with; sealed.
create table "repositoryWebhooks" (
  "applicationId" text primary key references applications ("id") on delete cascade,
  "secret" text not null,
  "createdAt" bigint not null
);
-- Calls of Git hosts, without their bodies.
create table "repositoryDeliveries" (
  "id" text primary key,
  "applicationId" text not null references applications ("id") on delete cascade,
  "receivedAt" bigint not null,
  "host" text not null,
  "event" text not null,
  "ref" text not null,
  "commit" text not null,
  "digest" text not null,
  "outcome" text not null,
  "reason" text not null
);
create index "repositoryDeliveriesByTime" on "repositoryDeliveries" ("applicationId", "receivedAt");
