create table "generatedSecrets" (
  "applicationId" text not null references applications ("id") on delete cascade,
  "name" text not null,
  "value" text not null,
  primary key ("applicationId", "name")
);
