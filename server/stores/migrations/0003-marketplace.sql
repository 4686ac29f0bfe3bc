create table providers (
  "id" text primary key,
  "ownerId" text not null,
  "stage" text not null,
  "presentation" text not null,
  "openInNewTab" integer not null,
  "canUpgrade" integer not null,
  "timestampUnit" text not null,
  "manifest" text not null,
  "createdAt" bigint not null
);
create index "providersByOwner" on providers ("ownerId");

create table testers (
  "providerId" text not null references providers ("id") on delete cascade,
  "ownerId" text not null,
  primary key ("providerId", "ownerId")
);
create index "testersByOwner" on testers ("ownerId");

create table features (
  "providerId" text not null references providers ("id") on delete cascade,
  "name" text not null,
  "type" text not null,
  "nameCode" text not null,
  primary key ("providerId", "name")
);

create table plans (
  "id" text primary key,
  "providerId" text not null references providers ("id") on delete cascade,
  "name" text not null,
  "slug" text not null,
  "price" double precision not null,
  "features" text not null,
  unique ("providerId", "slug")
);

create table addons (
  "id" text primary key,
  "realId" text,
  "ownerId" text not null,
  "providerId" text not null references providers ("id"),
  "planId" text not null references plans ("id"),
  "zone" text not null,
  "name" text not null,
  "options" text not null,
  "config" text not null,
  "state" text not null,
  "message" text not null,
  "trouble" text not null,
  "orderedBy" text not null,
  "logToken" text not null,
  "surroundings" text not null,
  "createdAt" bigint not null,
  "dueAt" bigint,
  "attempts" integer not null,
  "tags" text not null,
  unique ("providerId", "surroundings", "realId")
);
create index "addonsByOwner" on addons ("ownerId");
create index "addonsByProvider" on addons ("providerId", "createdAt");
create index "addonsByPlan" on addons ("planId");
create index "addonsByDue" on addons ("dueAt");

create table links (
  "addonId" text not null references addons ("id") on delete cascade,
  "applicationId" text not null references applications ("id") on delete cascade,
  "createdAt" bigint not null,
  primary key ("addonId", "applicationId")
);
create index "linksByApplication" on links ("applicationId");

create table dependencies (
  "applicationId" text not null references applications ("id") on delete cascade,
  "dependencyId" text not null references applications ("id") on delete cascade,
  primary key ("applicationId", "dependencyId")
);
create index "dependenciesByDependency" on dependencies ("dependencyId");

create table "exposedVariables" (
  "applicationId" text not null references applications ("id") on delete cascade,
  "name" text not null,
  "value" text not null,
  primary key ("applicationId", "name")
);

create table "planSwitches" (
  "id" text primary key,
  "addonId" text not null references addons ("id") on delete cascade,
  "fromPlanId" text not null,
  "toPlanId" text not null,
  "state" text not null,
  "requestedBy" text not null,
  "requestedAt" bigint not null,
  "endedAt" bigint,
  "message" text not null
);
create index "planSwitchesByAddon" on "planSwitches" ("addonId", "requestedAt");

create table deliveries (
  "id" text primary key,
  "providerId" text not null,
  "addonId" text,
  "direction" text not null,
  "purpose" text not null,
  "method" text not null,
  "url" text not null,
  "status" integer,
  "duration" double precision not null,
  "request" text not null,
  "answer" text not null,
  "trouble" text not null,
  "createdAt" bigint not null
);
create index "deliveriesByProvider" on deliveries ("providerId", "createdAt");
create index "deliveriesByDate" on deliveries ("createdAt");

create table consumptions (
  "id" text primary key,
  "addonId" text not null,
  "ownerId" text not null,
  "providerId" text not null,
  "cost" double precision not null,
  "createdAt" bigint not null
);
create index "consumptionsByOwner" on consumptions ("ownerId", "createdAt");
