create table claims (
  "name" text primary key,
  "holder" text not null,
  "token" bigint not null,
  "expiresAt" bigint not null
);
