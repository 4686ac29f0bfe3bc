create table "repositoryBundles" (
  "applicationId" text not null references applications ("id") on delete cascade,
  "number" bigint not null,
  "objectKey" text not null,
  "bytes" bigint not null,
  "sha256" text not null,
  "refs" text not null,
  "shallow" text not null,
  "createdAt" bigint not null,
  primary key ("applicationId", "number")
);
