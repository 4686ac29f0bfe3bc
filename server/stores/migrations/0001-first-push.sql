create table users (
  "id" text primary key,
  "email" text not null unique,
  "name" text not null,
  "passwordHash" text not null,
  "createdAt" bigint not null
);

create table "sshKeys" (
  "userId" text not null references users ("id") on delete cascade,
  "name" text not null,
  "line" text not null,
  "fingerprint" text not null unique,
  primary key ("userId", "name")
);

create table organisations (
  "id" text primary key,
  "name" text not null,
  "createdAt" bigint not null
);

create table members (
  "organisationId" text not null references organisations ("id") on delete cascade,
  "userId" text not null references users ("id") on delete cascade,
  "role" text not null,
  primary key ("organisationId", "userId")
);

create table consumers (
  "key" text primary key,
  "secret" text not null,
  "name" text not null,
  "ownerId" text not null,
  "createdAt" bigint not null
);

create table "accessTokens" (
  "token" text primary key,
  "secret" text not null,
  "consumerKey" text not null references consumers ("key") on delete cascade,
  "userId" text not null references users ("id") on delete cascade,
  "createdAt" bigint not null,
  "expiresAt" bigint not null
);

create table "cliLogins" (
  "cliToken" text primary key,
  "accessToken" text not null references "accessTokens" ("token") on delete cascade,
  "createdAt" bigint not null
);

create table applications (
  "id" text primary key,
  "ownerId" text not null,
  "number" integer not null unique,
  "name" text not null,
  "description" text not null,
  "type" text not null,
  "zone" text not null,
  "branch" text not null,
  "minFlavor" text not null,
  "maxFlavor" text not null,
  "buildFlavor" text not null,
  "minInstances" integer not null,
  "maxInstances" integer not null,
  "separateBuild" integer not null,
  "stickySessions" integer not null,
  "homogeneous" integer not null,
  "cancelOnPush" integer not null,
  "forceHttps" integer not null,
  "favourite" integer not null,
  "archived" integer not null,
  "createdAt" bigint not null,
  "wanted" text not null,
  "liveDeploymentId" text,
  "commit" text
);
create index "applicationsByOwner" on applications ("ownerId");

create table variables (
  "applicationId" text not null references applications ("id") on delete cascade,
  "name" text not null,
  "value" text not null,
  primary key ("applicationId", "name")
);

create table domains (
  "name" text primary key,
  "applicationId" text not null references applications ("id") on delete cascade,
  "favourite" integer not null
);
create index "domainsByApplication" on domains ("applicationId");

create table deployments (
  "id" text primary key,
  "applicationId" text not null references applications ("id") on delete cascade,
  "number" integer not null,
  "action" text not null,
  "state" text not null,
  "cause" text not null,
  "commit" text not null,
  "authorId" text not null,
  "createdAt" bigint not null,
  "changedAt" bigint not null,
  "withoutCache" integer not null,
  "attempts" integer not null,
  "cancelRequested" integer not null,
  "failure" text,
  unique ("applicationId", "number")
);
create index "deploymentsByState" on deployments ("state");

create table "deploymentSteps" (
  "deploymentId" text not null references deployments ("id") on delete cascade,
  "state" text not null,
  "date" bigint not null
);
create index "stepsByDeployment" on "deploymentSteps" ("deploymentId");

create table releases (
  "deploymentId" text primary key references deployments ("id") on delete cascade,
  "applicationId" text not null references applications ("id") on delete cascade,
  "number" integer not null,
  "commit" text not null,
  "buildFingerprint" text not null,
  "artifact" text not null,
  "recipe" text not null,
  "environment" text not null,
  "createdAt" bigint not null
);
create index "releasesByApplication" on releases ("applicationId", "number");

create table instances (
  "id" text primary key,
  "applicationId" text not null,
  "deploymentId" text not null,
  "number" integer not null,
  "state" text not null,
  "flavor" text not null,
  "createdAt" bigint not null,
  "started" text
);
create index "instancesByApplication" on instances ("applicationId");
