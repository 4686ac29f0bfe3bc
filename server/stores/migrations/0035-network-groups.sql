create table "networkGroups" (
  "id" text primary key,
  "ownerId" text not null,
  "label" text not null,
  "description" text not null,
  "tags" text not null,
  "network" text not null,
  "lastAddress" text not null,
  "version" integer not null,
  "createdAt" bigint not null
);
create unique index "networkGroupsByNetwork" on "networkGroups" ("network");
create index "networkGroupsByOwner" on "networkGroups" ("ownerId", "createdAt");

create table "networkGroupMembers" (
  "groupId" text not null references "networkGroups" ("id") on delete cascade,
  "id" text not null,
  "kind" text not null,
  "label" text not null,
  "domainName" text not null,
  "applicationId" text references applications ("id") on delete cascade,
  "addonId" text references addons ("id") on delete cascade,
  "address" text,
  "createdAt" bigint not null,
  primary key ("groupId", "id")
);
create index "networkGroupMembersByApplication" on "networkGroupMembers" ("applicationId");
create index "networkGroupMembersByAddon" on "networkGroupMembers" ("addonId");

create table "networkGroupPeers" (
  "groupId" text not null,
  "id" text not null,
  "memberId" text not null,
  "label" text not null,
  "hostname" text not null,
  "address" text not null,
  "instanceId" text references instances ("id") on delete cascade,
  "publicKey" text,
  "serverId" text,
  "createdAt" bigint not null,
  primary key ("groupId", "id"),
  foreign key ("groupId", "memberId") references "networkGroupMembers" ("groupId", "id") on delete cascade
);
create unique index "networkGroupPeersByAddress" on "networkGroupPeers" ("groupId", "address");
create index "networkGroupPeersByMember" on "networkGroupPeers" ("groupId", "memberId");
create index "networkGroupPeersByInstance" on "networkGroupPeers" ("instanceId");

create table "networkGroupGateways" (
  "groupId" text not null references "networkGroups" ("id") on delete cascade,
  "serverId" text not null,
  "publicKey" text not null,
  "privateKey" text not null,
  "host" text not null,
  "port" integer not null,
  primary key ("groupId", "serverId")
);
create unique index "networkGroupGatewaysByPort" on "networkGroupGateways" ("serverId", "port") where "port" > 0;
