alter table servers add column "routedCluster" text not null default '';

alter table servers add column "unconfirmed" text not null default '';

create table "routerDrains" (
  "instanceId" text not null,
  "serverId" text not null,
  "expiresAt" bigint not null,
  primary key ("instanceId", "serverId")
);
