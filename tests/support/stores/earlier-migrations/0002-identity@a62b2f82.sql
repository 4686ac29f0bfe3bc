alter table users add column "avatar" text not null default '';
alter table users add column "profile" text not null default '{"phone":"","address":"","city":"","zipcode":"","country":"","lang":"EN"}';

create table emails (
  "email" text primary key,
  "userId" text not null references users ("id") on delete cascade
);
create index "emailsByUser" on emails ("userId");
insert into emails ("email", "userId") select "email", "id" from users;

alter table organisations add column "avatar" text not null default '';
alter table organisations add column "details" text not null default '{"description":"","billingEmail":"","address":"","city":"","zipcode":"","country":"","company":"","vat":"","customerFullName":"","contacts":[]}';

alter table members add column "job" text not null default '';
create index "membersByUser" on members ("userId");

create table invitations (
  "id" text primary key,
  "digest" text not null unique,
  "organisationId" text not null references organisations ("id") on delete cascade,
  "email" text not null,
  "role" text not null,
  "job" text not null,
  "invitedBy" text not null,
  "createdAt" bigint not null,
  "expiresAt" bigint not null,
  unique ("organisationId", "email")
);

create table "mailedKeys" (
  "digest" text primary key,
  "purpose" text not null,
  "email" text not null,
  "userId" text references users ("id") on delete cascade,
  "keeps" text not null,
  "createdAt" bigint not null,
  "expiresAt" bigint not null
);
create index "mailedKeysByEmail" on "mailedKeys" ("email");

create table avatars (
  "id" text primary key,
  "ownerId" text not null unique,
  "type" text not null,
  "content" text not null
);

create table outbox (
  "id" text primary key,
  "kind" text not null,
  "to" text not null,
  "knows" text not null,
  "createdAt" bigint not null,
  "dueAt" bigint not null,
  "attempts" integer not null
);
create index "outboxByDue" on outbox ("dueAt");

alter table consumers add column "description" text not null default '';
alter table consumers add column "url" text not null default '';
alter table consumers add column "picture" text not null default '';
alter table consumers add column "baseUrl" text not null default '';
alter table consumers add column "rights" text not null default '[]';
create index "consumersByOwner" on consumers ("ownerId");
update consumers set "ownerId" = 'platform', "rights" = '["almighty"]';

create table "requestTokens" (
  "token" text primary key,
  "secret" text not null,
  "consumerKey" text not null references consumers ("key") on delete cascade,
  "callback" text not null,
  "createdAt" bigint not null,
  "expiresAt" bigint not null,
  "agreement" text
);

create table consents (
  "userId" text not null references users ("id") on delete cascade,
  "consumerKey" text not null references consumers ("key") on delete cascade,
  "offered" text not null,
  "granted" text not null,
  "createdAt" bigint not null,
  primary key ("userId", "consumerKey")
);

alter table "accessTokens" add column "rights" text not null default '["almighty"]';
alter table "accessTokens" add column "lastUsedAt" bigint not null default 0;
create index "accessTokensByUser" on "accessTokens" ("userId");
create index "accessTokensByConsumer" on "accessTokens" ("consumerKey");
create index "accessTokensByEnd" on "accessTokens" ("expiresAt");

create table "apiTokens" (
  "id" text primary key,
  "digest" text not null unique,
  "userId" text not null references users ("id") on delete cascade,
  "name" text not null,
  "description" text not null,
  "createdAt" bigint not null,
  "expiresAt" bigint not null,
  "from" text not null,
  "lastUsedAt" bigint not null
);
create index "apiTokensByUser" on "apiTokens" ("userId");

create table sessions (
  "digest" text primary key,
  "userId" text not null references users ("id") on delete cascade,
  "createdAt" bigint not null,
  "expiresAt" bigint not null,
  "from" text not null
);
create index "sessionsByUser" on sessions ("userId");

create table "secondFactors" (
  "userId" text primary key references users ("id") on delete cascade,
  "secret" text not null,
  "confirmedAt" bigint,
  "lastStep" bigint not null
);

create table "backupCodes" (
  "userId" text not null references users ("id") on delete cascade,
  "digest" text not null,
  "code" text not null,
  primary key ("userId", "digest")
);

create table audit (
  "id" text primary key,
  "date" bigint not null,
  "ownerId" text not null,
  "userId" text not null,
  "action" text not null,
  "target" text not null,
  "outcome" text not null,
  "credential" text not null,
  "credentialId" text not null,
  "consumerKey" text not null,
  "from" text not null
);
create index "auditByOwner" on audit ("ownerId", "date", "id");
create index "auditByDate" on audit ("date");
