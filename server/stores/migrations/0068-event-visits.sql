-- Up to which event each user has seen what happened.
create table "eventVisits" (
  "userId" text primary key references users ("id") on delete cascade,
  "seenUntil" bigint not null
);
