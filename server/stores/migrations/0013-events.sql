create table "eventSequence" (
  "name" text primary key,
  "last" bigint not null
);
insert into "eventSequence" values ('events', 0);

create table events (
  "id" bigint primary key,
  "ownerId" text not null,
  "date" bigint not null,
  "name" text not null,
  "subjectId" text not null,
  "visibility" text not null,
  "data" text not null
);
create index "eventsByOwner" on events ("ownerId", "id");
create index "eventsByDate" on events ("date");

create table "eventGaps" (
  "ownerId" text primary key,
  "removedUntil" bigint not null
);

create table "eventCursors" (
  "reader" text primary key,
  "position" bigint not null
);

create table webhooks (
  "id" text primary key,
  "ownerId" text not null,
  "name" text not null,
  "scope" text,
  "events" text,
  "urls" text not null,
  "secret" text not null,
  "state" text not null,
  "createdAt" bigint not null,
  "createdBy" text not null,
  "failingSince" bigint
);
create index "webhooksByOwner" on webhooks ("ownerId", "createdAt");

create table "webhookDeliveries" (
  "id" text primary key,
  "webhookId" text not null references webhooks ("id") on delete cascade,
  "ownerId" text not null,
  "eventId" bigint not null,
  "eventName" text not null,
  "format" text not null,
  "url" text not null,
  "body" text not null,
  "state" text not null,
  "createdAt" bigint not null,
  "dueAt" bigint not null,
  "attempts" integer not null,
  "attemptedAt" bigint,
  "status" integer,
  "duration" integer,
  "excerpt" text not null,
  "failure" text not null,
  "replayOf" text
);
create index "webhookDeliveriesByHook" on "webhookDeliveries" ("webhookId", "createdAt");
create index "webhookDeliveriesDue" on "webhookDeliveries" ("dueAt") where "state" = 'pending';

create table "emailHooks" (
  "id" text primary key,
  "ownerId" text not null,
  "name" text not null,
  "scope" text,
  "events" text,
  "notified" text not null,
  "createdAt" bigint not null,
  "createdBy" text not null
);
create index "emailHooksByOwner" on "emailHooks" ("ownerId", "createdAt");

create table "emailHookLines" (
  "hookId" text not null references "emailHooks" ("id") on delete cascade,
  "eventId" bigint not null,
  "createdAt" bigint not null,
  "visibility" text not null,
  "line" text not null,
  primary key ("hookId", "eventId")
);

create table "emailHookTimes" (
  "hookId" text primary key references "emailHooks" ("id") on delete cascade,
  "sentAt" bigint not null
);
