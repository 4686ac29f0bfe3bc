create table "userSettings" (
  "userId" text not null references users ("id") on delete cascade,
  "env" text not null,
  "name" text not null,
  "value" text not null,
  primary key ("userId", "env", "name")
);
