create table "backupCopies" (
  "addonId" text not null,
  "backupId" text not null,
  "objectKey" text not null,
  "state" text not null,
  "bytes" bigint not null,
  "sha256" text not null,
  "extension" text not null,
  "date" text not null,
  "deleteAt" text,
  "failures" bigint not null,
  "dueAt" bigint not null,
  primary key ("addonId", "backupId")
);
