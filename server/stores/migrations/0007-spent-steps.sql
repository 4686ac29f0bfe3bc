create table "spentSteps" (
  "userId" text not null references users ("id") on delete cascade,
  "purpose" text not null,
  "lastStep" bigint not null,
  primary key ("userId", "purpose")
);

insert into "spentSteps" select "userId", 'login', "lastStep" from "secondFactors";

insert into "spentSteps" select "userId", 'api token', "lastStep" from "secondFactors";

alter table "secondFactors" drop column "lastStep";
