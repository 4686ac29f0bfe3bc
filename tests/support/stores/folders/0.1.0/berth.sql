BEGIN TRANSACTION;
CREATE TABLE "accessTokens" (
  "token" text primary key,
  "secret" text not null,
  "consumerKey" text not null references consumers ("key") on delete cascade,
  "userId" text not null references users ("id") on delete cascade,
  "createdAt" bigint not null,
  "expiresAt" bigint not null
, "rights" text not null default '["almighty"]', "lastUsedAt" bigint not null default 0);
INSERT INTO "accessTokens" VALUES('WTdYur5qufwuAjsqKqvEWPIbCYJsRYKeiSy2YCJs','LVxpjPem2ri+HAy7tf7y54cgeSKQKYXCnAmFDvbvL7ru4npXlajE1LMmm4EBWrO+DImRBt9I1lSDYWK1Of7iO4WUVvY=','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499',1794941779647,1826477779647,'["almighty"]',1794941779647);
CREATE TABLE "acmeAccounts" (
  "directory" text primary key,
  "key" text not null,
  "url" text not null
);
CREATE TABLE "acmeAttempts" (
  "accountId" text not null,
  "host" text not null,
  "startedAt" bigint not null,
  "failed" integer not null default 0
);
CREATE TABLE "acmeChallenges" (
  "host" text primary key,
  "digest" text not null,
  "content" text not null,
  "expiresAt" bigint not null
);
CREATE TABLE addons (
  "id" text primary key,
  "realId" text,
  "ownerId" text not null,
  "providerId" text not null references providers ("id"),
  "planId" text not null references plans ("id"),
  "zone" text not null,
  "name" text not null,
  "options" text not null,
  "config" text not null,
  "state" text not null,
  "message" text not null,
  "trouble" text not null,
  "orderedBy" text not null,
  "logToken" text not null,
  "surroundings" text not null,
  "createdAt" bigint not null,
  "dueAt" bigint,
  "attempts" integer not null,
  "tags" text not null,
  unique ("providerId", "surroundings", "realId")
);
INSERT INTO "addons" VALUES('addon_592c7411-2833-4db0-990f-c83263ceb0bb','config_07ddd541-c795-4067-ac25-858b1afbebae','orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','config-provider','plan_5d8e9596-dd73-4b73-84d9-e165372c5324','par','settings','3rk2+Mdwb2re/sDoJuwtqzktxcDHnwTBW9P5hroc','n244UHp60NtPnPIW8uyf6upIs9KcSILPzaCzRel4t1uSxNZLeag+asbh8gmSpQ==','ready','','','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','WsUcOahikUaVRGqlc47p+0XUO7z9/eUj5l0Vr+61mATRAjatnBmd+5Q/NjUtO2XYVha50D2afKHqfYssVUPh6vj2V9s=','production',1794941791808,NULL,0,'[]');
CREATE TABLE "apiTokens" (
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
CREATE TABLE applications (
  "id" text primary key,
  "ownerId" text not null,
  "number" integer not null unique,
  "name" text not null,
  "description" text not null,
  "type" text not null,
  "zone" text not null,
  "branch" text not null,
  "minFlavor" text not null,
  "maxFlavor" text not null,
  "buildFlavor" text not null,
  "minInstances" integer not null,
  "maxInstances" integer not null,
  "separateBuild" integer not null,
  "stickySessions" integer not null,
  "homogeneous" integer not null,
  "cancelOnPush" integer not null,
  "forceHttps" integer not null,
  "favourite" integer not null,
  "archived" integer not null,
  "createdAt" bigint not null,
  "wanted" text not null,
  "liveDeploymentId" text,
  "commit" text
, "isTask" integer not null default 0, "suspended" integer not null default 0, "currentInstances" integer not null default 1, "currentFlavor" text not null default 'XS', "tags" text not null default '[]');
INSERT INTO "applications" VALUES('app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1,'shop','shop','node','par','master','XS','XS','M',1,2,0,0,0,0,0,0,0,1794941790930,'up','deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8','533030d80bcb285e1c649fedd08c136f823109ad',0,0,1,'XS','[]');
CREATE TABLE "attemptCounts" (
  "key" text primary key,
  "count" bigint not null,
  "expiresAt" bigint not null
);
CREATE TABLE audit (
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
INSERT INTO "audit" VALUES('audit_253a71ac-a34a-4191-9ba6-1e323888cf02',1794941790928,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','application.create','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','done','access token','WTdYur5q…','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','127.0.0.1');
INSERT INTO "audit" VALUES('audit_b9aa0584-6977-4d29-bc85-7a50e7148f23',1794941791362,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','variable.set','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7 GREETING','done','access token','WTdYur5q…','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','127.0.0.1');
INSERT INTO "audit" VALUES('audit_439fd7e9-8934-4f27-91b3-de5118a8c3ce',1794941791541,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','domain.add','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7 shop.example.test','done','access token','WTdYur5q…','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','127.0.0.1');
INSERT INTO "audit" VALUES('audit_48aabb1e-ab51-4b4b-8378-30f3d9a4e489',1794941791804,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','addon.order','addon_592c7411-2833-4db0-990f-c83263ceb0bb','done','access token','WTdYur5q…','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','127.0.0.1');
INSERT INTO "audit" VALUES('audit_cea47015-ddf8-436e-9397-045e7f9aea59',1794941792935,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','application.push','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7 533030d80bcb285e1c649fedd08c136f823109ad','done','access token','WTdYur5q…','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','127.0.0.1');
INSERT INTO "audit" VALUES('audit_9e3d98d4-7597-456c-b52d-a1805bb8c1ca',1794941811570,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','addon.link','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','done','access token','WTdYur5q…','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','127.0.0.1');
INSERT INTO "audit" VALUES('audit_fe9bdf61-8778-4050-9560-631abb779bc7',1794941811689,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','addon.configure','addon_592c7411-2833-4db0-990f-c83263ceb0bb','done','access token','WTdYur5q…','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','127.0.0.1');
INSERT INTO "audit" VALUES('audit_a21a55a7-dc67-4eb3-92dd-387c50c868df',1794941811970,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','webhook.create','webhook_715ee0e4-9896-4fe2-a972-1c97592e046c','done','access token','WTdYur5q…','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','127.0.0.1');
INSERT INTO "audit" VALUES('audit_71c891df-dd9b-458e-b8d8-be32e032faf9',1794941812534,'orga_1c055d23-5b2c-4008-ba1c-eabafc4e22b0','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','organisation.create','orga_1c055d23-5b2c-4008-ba1c-eabafc4e22b0','done','access token','WTdYur5q…','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','127.0.0.1');
INSERT INTO "audit" VALUES('audit_b741d872-70a5-47c7-8912-b6b05fd48a71',1794941812819,'user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','ssh-key.add','laptop','done','access token','WTdYur5q…','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','127.0.0.1');
INSERT INTO "audit" VALUES('audit_95aae6fe-d06c-4ecb-a0e0-669b5c7db43d',1794941812929,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','application.change','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','done','access token','WTdYur5q…','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','127.0.0.1');
INSERT INTO "audit" VALUES('audit_71ef1d00-055c-49c1-89d4-2aed91acc780',1794941820614,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','drain.create','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','done','access token','WTdYur5q…','yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','127.0.0.1');
CREATE TABLE avatars (
  "id" text primary key,
  "ownerId" text not null unique,
  "type" text not null,
  "content" text not null
);
CREATE TABLE "backupCodes" (
  "userId" text not null references users ("id") on delete cascade,
  "digest" text not null,
  "code" text not null,
  primary key ("userId", "digest")
);
CREATE TABLE "backupCopies" (
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
CREATE TABLE "billingAccounts" (
  "ownerId" text primary key,
  "closedUntil" bigint not null,
  "suspendedAt" bigint,
  "suspension" text not null,
  "costCentre" text not null,
  "purchaseOrder" text not null,
  "lastAddress" text
);
CREATE TABLE "billingTimes" (
  "name" text primary key,
  "time" bigint not null
);
CREATE TABLE "certificateOrders" (
  "host" text primary key,
  "ownerId" text not null,
  "dueAt" bigint not null,
  "failures" integer not null default 0,
  "attemptedAt" bigint,
  "problem" text,
  "warnedAt" bigint
);
CREATE TABLE "certificateWarnings" (
  "ownerId" text primary key,
  "warnedAt" bigint not null
);
CREATE TABLE certificates (
  "id" text primary key,
  "ownerId" text not null,
  "source" text not null,
  "host" text,
  "names" text not null,
  "subject" text not null,
  "issuer" text not null,
  "serialNumber" text not null,
  "fingerprint" text not null,
  "notBefore" bigint not null,
  "notAfter" bigint not null,
  "chain" text not null,
  "key" text not null,
  "createdAt" bigint not null,
  "warnedAt" bigint
);
CREATE TABLE claims (
  "name" text primary key,
  "holder" text not null,
  "token" bigint not null,
  "expiresAt" bigint not null
);
CREATE TABLE "cliLogins" (
  "cliToken" text primary key,
  "accessToken" text not null references "accessTokens" ("token") on delete cascade,
  "createdAt" bigint not null
);
CREATE TABLE consents (
  "userId" text not null references users ("id") on delete cascade,
  "consumerKey" text not null references consumers ("key") on delete cascade,
  "offered" text not null,
  "granted" text not null,
  "createdAt" bigint not null,
  primary key ("userId", "consumerKey")
);
CREATE TABLE consumers (
  "key" text primary key,
  "secret" text not null,
  "name" text not null,
  "ownerId" text not null,
  "createdAt" bigint not null
, "description" text not null default '', "url" text not null default '', "picture" text not null default '', "baseUrl" text not null default '', "rights" text not null default '[]', "acceptsUnsignedQuery" integer not null default 0);
INSERT INTO "consumers" VALUES('yrkBw4WwdEKKdGiWpCHdunc6n2JcscXZA4TG9DG2','Yw2IDjiRyQlGWvfT0U9lGBqMeo687DKttuu8pLY7CqeUIwH6vpWYpwgbak6zZV7tXiwIcCCSYSjaQ/FVoOf6veCH3Is=','Command-line tools','platform',1794941779638,'','','','','["almighty"]',0);
CREATE TABLE consumptions (
  "id" text primary key,
  "addonId" text not null,
  "ownerId" text not null,
  "providerId" text not null,
  "createdAt" bigint not null
, "cost" text not null default '0', "state" text not null default 'accepted', "addonName" text not null default '', "zone" text not null default '');
CREATE TABLE credits (
  "id" text primary key,
  "ownerId" text not null,
  "amount" text not null,
  "currency" text not null,
  "reason" text not null,
  "invoiceNumber" text,
  "createdAt" bigint not null
);
CREATE TABLE deliveries (
  "id" text primary key,
  "providerId" text not null,
  "addonId" text,
  "direction" text not null,
  "purpose" text not null,
  "method" text not null,
  "url" text not null,
  "status" integer,
  "duration" double precision not null,
  "request" text not null,
  "answer" text not null,
  "trouble" text not null,
  "createdAt" bigint not null
);
INSERT INTO "deliveries" VALUES('delivery_23d11a33-1575-463a-8712-20ceea12d26f','config-provider','addon_592c7411-2833-4db0-990f-c83263ceb0bb','to partner','provision','POST','http://127.0.0.1:27392/resources',200,1.7064044999999168795e+01,'{"addon_id":"addon_592c7411-2833-4db0-990f-c83263ceb0bb","owner_id":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","owner_name":"admin-org","user_id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","plan":"std","options":{},"logplex_token":"•••","callback_url":"http://127.0.0.1:39589/v2/vendor/apps/addon_592c7411-2833-4db0-990f-c83263ceb0bb","region":"EU","heroku_id":"addon_592c7411-2833-4db0-990f-c83263ceb0bb","uuid":"592c7411-2833-4db0-990f-c83263ceb0bb"}','{"id":"config_07ddd541-c795-4067-ac25-858b1afbebae","config":{}}','',1794941792321);
INSERT INTO "deliveries" VALUES('delivery_4a802049-d8d5-4a30-b434-927caf95e9ec','config-provider','addon_592c7411-2833-4db0-990f-c83263ceb0bb','to partner','configure','PUT','http://127.0.0.1:27392/resources/config_07ddd541-c795-4067-ac25-858b1afbebae/env',200,6.06171700000413693487e+00,'{"config":{"PALETTE":"•••"}}','{"config":{"PALETTE":"•••"}}','',1794941811699);
CREATE TABLE dependencies (
  "applicationId" text not null references applications ("id") on delete cascade,
  "dependencyId" text not null references applications ("id") on delete cascade,
  primary key ("applicationId", "dependencyId")
);
CREATE TABLE "deploymentSteps" (
  "deploymentId" text not null references deployments ("id") on delete cascade,
  "state" text not null,
  "date" bigint not null
);
INSERT INTO "deploymentSteps" VALUES('deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be','queued',1794941792939);
INSERT INTO "deploymentSteps" VALUES('deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be','building',1794941792958);
INSERT INTO "deploymentSteps" VALUES('deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be','starting',1794941797344);
INSERT INTO "deploymentSteps" VALUES('deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be','checking',1794941797472);
INSERT INTO "deploymentSteps" VALUES('deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be','switching',1794941797965);
INSERT INTO "deploymentSteps" VALUES('deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be','probation',1794941797978);
INSERT INTO "deploymentSteps" VALUES('deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be','live',1794941802982);
INSERT INTO "deploymentSteps" VALUES('deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8','queued',1794941811701);
INSERT INTO "deploymentSteps" VALUES('deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8','building',1794941811708);
INSERT INTO "deploymentSteps" VALUES('deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8','starting',1794941811796);
INSERT INTO "deploymentSteps" VALUES('deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8','checking',1794941811867);
INSERT INTO "deploymentSteps" VALUES('deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8','switching',1794941812315);
INSERT INTO "deploymentSteps" VALUES('deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8','probation',1794941812320);
INSERT INTO "deploymentSteps" VALUES('deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8','live',1794941817325);
CREATE TABLE deployments (
  "id" text primary key,
  "applicationId" text not null references applications ("id") on delete cascade,
  "number" integer not null,
  "action" text not null,
  "state" text not null,
  "cause" text not null,
  "commit" text not null,
  "authorId" text not null,
  "createdAt" bigint not null,
  "changedAt" bigint not null,
  "withoutCache" integer not null,
  "attempts" integer not null,
  "cancelRequested" integer not null,
  "failure" text, "instances" integer not null default 1, "rollbackTo" text, "plannedAt" bigint, "drainedAt" bigint, "failureStep" text, "advice" text,
  unique ("applicationId", "number")
);
INSERT INTO "deployments" VALUES('deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7',1,'deploy','live','Git','533030d80bcb285e1c649fedd08c136f823109ad','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499',1794941792939,1794941802982,0,1,0,NULL,1,NULL,1794941793058,NULL,NULL,NULL);
INSERT INTO "deployments" VALUES('deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7',2,'deploy','live','New values of the add-on settings','533030d80bcb285e1c649fedd08c136f823109ad','',1794941811701,1794941817325,0,1,0,NULL,1,NULL,1794941811787,1794941817508,NULL,NULL);
CREATE TABLE "domains" (
  "host" text not null,
  "path" text not null,
  "reversedHost" text not null,
  "applicationId" text not null references applications ("id") on delete cascade,
  "favourite" integer not null,
  primary key ("host", "path")
);
INSERT INTO "domains" VALUES('app-790f724b-cdc0-4cdd-9e8d-6da7925f68f7.localhost','/','tsohlacol.7f86f5297ad6-d8e9-ddc4-0cdc-b427f097-ppa','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7',0);
INSERT INTO "domains" VALUES('shop.example.test','/','tset.elpmaxe.pohs','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7',0);
CREATE TABLE drains (
  "id" text primary key,
  "ownerId" text not null,
  "applicationId" text references applications ("id") on delete cascade,
  "addonId" text references addons ("id") on delete cascade,
  "kind" text not null,
  "recipient" text not null,
  "state" text not null,
  "statusId" text not null,
  "stateAt" bigint not null,
  "stateBy" text not null,
  "createdAt" bigint not null,
  "position" text not null,
  "attempts" integer not null,
  "attemptedAt" bigint,
  "dueAt" bigint,
  "failingSince" bigint,
  "lastError" text not null
);
INSERT INTO "drains" VALUES('drain_856a2eb5-56d6-4ed0-ba39-f88b20a05ee1','orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7',NULL,'LOG','AIptOElyIEXdIs/Piul+50R9P5/VorpP5blH6nagsaTcJF6fcEo7J2I2zItRmjQN9Mbau4xAqb2BP/jfC1ZDGn45rAbo666m2hxhlfi6ew==','ENABLED','drainstatus_0cf53230-c22d-4cde-b280-071dcaa195bc',1794941820621,'user_abf8e41f-3ea0-4e3f-aeae-05e91b837499',1794941820621,'1794941817508000',0,NULL,NULL,NULL,'');
CREATE TABLE "emailHookLines" (
  "hookId" text not null references "emailHooks" ("id") on delete cascade,
  "eventId" bigint not null,
  "createdAt" bigint not null,
  "visibility" text not null,
  "line" text not null,
  primary key ("hookId", "eventId")
);
CREATE TABLE "emailHookTimes" (
  "hookId" text primary key references "emailHooks" ("id") on delete cascade,
  "sentAt" bigint not null
);
CREATE TABLE "emailHooks" (
  "id" text primary key,
  "ownerId" text not null,
  "name" text not null,
  "scope" text,
  "events" text,
  "notified" text not null,
  "createdAt" bigint not null,
  "createdBy" text not null
);
CREATE TABLE emails (
  "email" text primary key,
  "userId" text not null references users ("id") on delete cascade
);
INSERT INTO "emails" VALUES('admin@localhost','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499');
CREATE TABLE "eventCursors" (
  "reader" text primary key,
  "position" bigint not null
);
INSERT INTO "eventCursors" VALUES('hooks',19);
CREATE TABLE "eventGaps" (
  "ownerId" text primary key,
  "removedUntil" bigint not null
);
CREATE TABLE "eventSequence" (
  "name" text primary key,
  "last" bigint not null
);
INSERT INTO "eventSequence" VALUES('events',19);
CREATE TABLE events (
  "id" bigint primary key,
  "ownerId" text not null,
  "date" bigint not null,
  "name" text not null,
  "subjectId" text not null,
  "visibility" text not null,
  "data" text not null
);
INSERT INTO "events" VALUES(1,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941791065,'APPLICATION_CREATION','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","action":"application.create","target":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(2,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941791364,'APPLICATION_EDITION','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","action":"variable.set","target":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7 GREETING","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(3,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941791576,'APPLICATION_EDITION','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","action":"domain.add","target":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7 shop.example.test","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(4,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941792322,'ADDON_STATE_CHANGE','addon_592c7411-2833-4db0-990f-c83263ceb0bb','see','{"id":"addon_592c7411-2833-4db0-990f-c83263ceb0bb","realId":"config_07ddd541-c795-4067-ac25-858b1afbebae","name":"settings","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","providerId":"config-provider","state":"READY"}');
INSERT INTO "events" VALUES(5,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941792330,'ADDON_CREATION','addon_592c7411-2833-4db0-990f-c83263ceb0bb','see','{"id":"addon_592c7411-2833-4db0-990f-c83263ceb0bb","name":"settings","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","action":"addon.order","target":"addon_592c7411-2833-4db0-990f-c83263ceb0bb","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(6,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941792944,'GIT_PUSH','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","action":"application.push","target":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7 533030d80bcb285e1c649fedd08c136f823109ad","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(7,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941792958,'DEPLOYMENT_ACTION_BEGIN','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","uuid":"deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be","number":1,"state":"WIP","action":"DEPLOY","commit":"533030d80bcb285e1c649fedd08c136f823109ad","cause":"Git","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(8,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941802982,'DEPLOYMENT_ACTION_END','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","uuid":"deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be","number":1,"state":"OK","action":"DEPLOY","commit":"533030d80bcb285e1c649fedd08c136f823109ad","cause":"Git","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(9,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941802982,'DEPLOYMENT_SUCCESS','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","uuid":"deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be","number":1,"state":"OK","action":"DEPLOY","commit":"533030d80bcb285e1c649fedd08c136f823109ad","cause":"Git","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(10,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941811576,'ADDON_EDITION','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","action":"addon.link","target":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(11,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941811703,'ADDON_EDITION','addon_592c7411-2833-4db0-990f-c83263ceb0bb','see','{"id":"addon_592c7411-2833-4db0-990f-c83263ceb0bb","name":"settings","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","action":"addon.configure","target":"addon_592c7411-2833-4db0-990f-c83263ceb0bb","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(12,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941811708,'DEPLOYMENT_ACTION_BEGIN','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","uuid":"deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8","number":2,"state":"WIP","action":"DEPLOY","commit":"533030d80bcb285e1c649fedd08c136f823109ad","cause":"New values of the add-on settings","author":null}');
INSERT INTO "events" VALUES(13,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941811974,'WEBHOOK_CREATE','','belong','{"id":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","action":"webhook.create","target":"webhook_715ee0e4-9896-4fe2-a972-1c97592e046c","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(14,'orga_1c055d23-5b2c-4008-ba1c-eabafc4e22b0',1794941812537,'ORGANISATION_CREATION','','belong','{"id":"orga_1c055d23-5b2c-4008-ba1c-eabafc4e22b0","ownerId":"orga_1c055d23-5b2c-4008-ba1c-eabafc4e22b0","action":"organisation.create","target":"orga_1c055d23-5b2c-4008-ba1c-eabafc4e22b0","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(15,'user_abf8e41f-3ea0-4e3f-aeae-05e91b837499',1794941812821,'SSH_KEY_ADD','','account','{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","ownerId":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","action":"ssh-key.add","target":"laptop","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(16,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941812940,'APPLICATION_EDITION','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","action":"application.change","target":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
INSERT INTO "events" VALUES(17,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941817325,'DEPLOYMENT_ACTION_END','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","uuid":"deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8","number":2,"state":"OK","action":"DEPLOY","commit":"533030d80bcb285e1c649fedd08c136f823109ad","cause":"New values of the add-on settings","author":null}');
INSERT INTO "events" VALUES(18,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941817325,'DEPLOYMENT_SUCCESS','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","uuid":"deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8","number":2,"state":"OK","action":"DEPLOY","commit":"533030d80bcb285e1c649fedd08c136f823109ad","cause":"New values of the add-on settings","author":null}');
INSERT INTO "events" VALUES(19,'orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',1794941820629,'DRAIN_CREATE','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','see','{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","action":"drain.create","target":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}');
CREATE TABLE "exposedVariables" (
  "applicationId" text not null references applications ("id") on delete cascade,
  "name" text not null,
  "value" text not null,
  primary key ("applicationId", "name")
);
CREATE TABLE features (
  "providerId" text not null references providers ("id") on delete cascade,
  "name" text not null,
  "type" text not null,
  "nameCode" text not null,
  primary key ("providerId", "name")
);
INSERT INTO "features" VALUES('mysql-addon','Type','BOOLEAN_SHARED','is-dedicated');
INSERT INTO "features" VALUES('mysql-addon','Max DB size','BYTES','disk-size');
INSERT INTO "features" VALUES('mysql-addon','Max connection limit','NUMBER','connection-limit');
INSERT INTO "features" VALUES('mysql-addon','Memory','BYTES','memory');
INSERT INTO "features" VALUES('postgresql-addon','Type','BOOLEAN_SHARED','is-dedicated');
INSERT INTO "features" VALUES('postgresql-addon','Max DB size','BYTES','disk-size');
INSERT INTO "features" VALUES('postgresql-addon','Max connection limit','NUMBER','connection-limit');
INSERT INTO "features" VALUES('postgresql-addon','Memory','BYTES','memory');
INSERT INTO "features" VALUES('redis-addon','Type','BOOLEAN_SHARED','is-dedicated');
INSERT INTO "features" VALUES('redis-addon','Memory','BYTES','memory');
INSERT INTO "features" VALUES('redis-addon','Max DB size','BYTES','disk-size');
INSERT INTO "features" VALUES('redis-addon','Max connection limit','NUMBER','connection-limit');
CREATE TABLE "heldInvoices" (
  "ownerId" text not null,
  "periodFrom" bigint not null,
  "periodUntil" bigint not null,
  "reason" text not null,
  "sentence" text not null,
  "heldAt" bigint not null,
  "currency" text not null,
  "net" text not null,
  primary key ("ownerId", "periodFrom")
);
CREATE TABLE homes (
  "name" text primary key,
  "serverId" text not null
);
CREATE TABLE instances (
  "id" text primary key,
  "applicationId" text not null,
  "deploymentId" text not null,
  "number" integer not null,
  "state" text not null,
  "flavor" text not null,
  "createdAt" bigint not null,
  "started" text
);
CREATE TABLE invitations (
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
CREATE TABLE invoices (
  "number" text primary key,
  "sequence" integer not null unique,
  "kind" text not null,
  "origin" text not null,
  "ownerId" text not null,
  "issuedAt" bigint not null,
  "dueAt" bigint not null,
  "paidAt" bigint,
  "periodFrom" bigint not null,
  "periodUntil" bigint not null,
  "status" text not null,
  "currency" text not null,
  "corrects" text,
  "priceListId" text not null,
  "payment" text,
  "document" text not null
);
CREATE TABLE links (
  "addonId" text not null references addons ("id") on delete cascade,
  "applicationId" text not null references applications ("id") on delete cascade,
  "createdAt" bigint not null,
  primary key ("addonId", "applicationId")
);
INSERT INTO "links" VALUES('addon_592c7411-2833-4db0-990f-c83263ceb0bb','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7',1794941811574);
CREATE TABLE "mailedKeys" (
  "digest" text primary key,
  "purpose" text not null,
  "email" text not null,
  "userId" text references users ("id") on delete cascade,
  "keeps" text not null,
  "createdAt" bigint not null,
  "expiresAt" bigint not null
);
CREATE TABLE members (
  "organisationId" text not null references organisations ("id") on delete cascade,
  "userId" text not null references users ("id") on delete cascade,
  "role" text not null, "job" text not null default '', "number" integer not null default 0,
  primary key ("organisationId", "userId")
);
INSERT INTO "members" VALUES('orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','ADMIN','',1);
INSERT INTO "members" VALUES('orga_1c055d23-5b2c-4008-ba1c-eabafc4e22b0','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','ADMIN','',1);
CREATE TABLE migrations ("name" text primary key, "date" bigint not null);
INSERT INTO "migrations" VALUES('0001-first-push',1794941779007);
INSERT INTO "migrations" VALUES('0002-identity',1794941779045);
INSERT INTO "migrations" VALUES('0003-marketplace',1794941779059);
INSERT INTO "migrations" VALUES('0004-tasks',1794941779149);
INSERT INTO "migrations" VALUES('0005-unsigned-query',1794941779161);
INSERT INTO "migrations" VALUES('0006-quota-accounts',1794941779171);
INSERT INTO "migrations" VALUES('0007-spent-steps',1794941779200);
INSERT INTO "migrations" VALUES('0008-deployment-instances',1794941779210);
INSERT INTO "migrations" VALUES('0009-billing',1794941779240);
INSERT INTO "migrations" VALUES('0010-domains',1794941779260);
INSERT INTO "migrations" VALUES('0011-certificates',1794941779264);
INSERT INTO "migrations" VALUES('0012-scaling',1794941779271);
INSERT INTO "migrations" VALUES('0013-events',1794941779274);
INSERT INTO "migrations" VALUES('0014-releases',1794941779276);
INSERT INTO "migrations" VALUES('0015-certificate-limits',1794941779282);
INSERT INTO "migrations" VALUES('0016-deployment-story',1794941779288);
INSERT INTO "migrations" VALUES('0017-drains',1794941779296);
INSERT INTO "migrations" VALUES('0018-application-tags',1794941779326);
INSERT INTO "migrations" VALUES('0020-claims',1794941779331);
INSERT INTO "migrations" VALUES('0021-several-servers',1794941779334);
INSERT INTO "migrations" VALUES('0023-repository-bundles',1794941779337);
INSERT INTO "migrations" VALUES('0024-takeover',1794941779348);
INSERT INTO "migrations" VALUES('0025-backup-copies',1794941779373);
INSERT INTO "migrations" VALUES('0026-router-drains',1794941779379);
CREATE TABLE nonces (
  "key" text primary key,
  "expiresAt" bigint not null
);
CREATE TABLE organisations (
  "id" text primary key,
  "name" text not null,
  "createdAt" bigint not null
, "avatar" text not null default '', "details" text not null default '{"description":"","billingEmail":"","address":"","city":"","zipcode":"","country":"","company":"","vat":"","customerFullName":"","contacts":[]}', "quotaAccountId" text not null default '');
INSERT INTO "organisations" VALUES('orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','admin-org',1794941779638,'','{"description":"","billingEmail":"","address":"","city":"","zipcode":"","country":"","company":"","vat":"","customerFullName":"","contacts":[]}','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499');
INSERT INTO "organisations" VALUES('orga_1c055d23-5b2c-4008-ba1c-eabafc4e22b0','Second',1794941812535,'','{"description":"","billingEmail":"","address":"","city":"","zipcode":"","country":"","company":"","vat":"","customerFullName":"","contacts":[]}','user_abf8e41f-3ea0-4e3f-aeae-05e91b837499');
CREATE TABLE outbox (
  "id" text primary key,
  "kind" text not null,
  "to" text not null,
  "knows" text not null,
  "createdAt" bigint not null,
  "dueAt" bigint not null,
  "attempts" integer not null
);
CREATE TABLE "planSwitches" (
  "id" text primary key,
  "addonId" text not null references addons ("id") on delete cascade,
  "fromPlanId" text not null,
  "toPlanId" text not null,
  "state" text not null,
  "requestedBy" text not null,
  "requestedAt" bigint not null,
  "endedAt" bigint,
  "message" text not null
);
CREATE TABLE plans (
  "id" text primary key,
  "providerId" text not null references providers ("id") on delete cascade,
  "name" text not null,
  "slug" text not null,
  "price" double precision not null,
  "features" text not null,
  unique ("providerId", "slug")
);
INSERT INTO "plans" VALUES('plan_5d8e9596-dd73-4b73-84d9-e165372c5324','config-provider','Standard','std',0.0,'[]');
INSERT INTO "plans" VALUES('plan_bd2baee5-7e2d-402b-b9ef-cce98c1a5c40','mysql-addon','DEV','dev',0.0,'[{"name":"Type","value":"Shared","computableValue":"Shared"},{"name":"Max DB size","value":"256 MB","computableValue":"268435456"},{"name":"Max connection limit","value":"5","computableValue":"5"},{"name":"Memory","value":"Shared","computableValue":"Shared"}]');
INSERT INTO "plans" VALUES('plan_aa66d6e0-75f4-48c3-a08f-066a9a9c72e0','mysql-addon','XXS Small Space','xxs_sml',5.25,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"1 GB","computableValue":"1073741824"},{"name":"Max connection limit","value":"45","computableValue":"45"},{"name":"Memory","value":"512 MB","computableValue":"536870912"}]');
INSERT INTO "plans" VALUES('plan_3e97315c-ac45-4a38-bfca-478b1ebc3b97','mysql-addon','XXS Medium Space','xxs_med',6.8,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"2 GB","computableValue":"2147483648"},{"name":"Max connection limit","value":"45","computableValue":"45"},{"name":"Memory","value":"512 MB","computableValue":"536870912"}]');
INSERT INTO "plans" VALUES('plan_f6e8c87c-090a-474f-ae13-c64adcebfe09','mysql-addon','XXS Big Space','xxs_big',7.7,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"3 GB","computableValue":"3221225472"},{"name":"Max connection limit","value":"45","computableValue":"45"},{"name":"Memory","value":"512 MB","computableValue":"536870912"}]');
INSERT INTO "plans" VALUES('plan_a8c76d90-a699-4c81-ab2b-14a79c830446','mysql-addon','XS Tiny Space','xs_tny',13.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"2 GB","computableValue":"2147483648"},{"name":"Max connection limit","value":"75","computableValue":"75"},{"name":"Memory","value":"1 GB","computableValue":"1073741824"}]');
INSERT INTO "plans" VALUES('plan_a1fb77da-1818-43b9-a818-4ebbbf6a8168','mysql-addon','XS Small Space','xs_sml',17.5,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"5 GB","computableValue":"5368709120"},{"name":"Max connection limit","value":"75","computableValue":"75"},{"name":"Memory","value":"1 GB","computableValue":"1073741824"}]');
INSERT INTO "plans" VALUES('plan_138f0cab-6272-4d4d-9dea-c7552f559d4f','mysql-addon','XS Medium Space','xs_med',20.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"10 GB","computableValue":"10737418240"},{"name":"Max connection limit","value":"75","computableValue":"75"},{"name":"Memory","value":"1 GB","computableValue":"1073741824"}]');
INSERT INTO "plans" VALUES('plan_496c5103-5ef1-434d-a737-55bb178900e4','mysql-addon','XS Big Space','xs_big',30.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"15 GB","computableValue":"16106127360"},{"name":"Max connection limit","value":"75","computableValue":"75"},{"name":"Memory","value":"1 GB","computableValue":"1073741824"}]');
INSERT INTO "plans" VALUES('plan_0cc50f9b-7d0a-484d-8e9e-9ec30e94b889','mysql-addon','S Small Space','s_sml',35.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"10 GB","computableValue":"10737418240"},{"name":"Max connection limit","value":"125","computableValue":"125"},{"name":"Memory","value":"2 GB","computableValue":"2147483648"}]');
INSERT INTO "plans" VALUES('plan_24182853-45dc-4acf-8746-2e472629a41a','mysql-addon','S Medium Space','s_med',37.5,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"15 GB","computableValue":"16106127360"},{"name":"Max connection limit","value":"125","computableValue":"125"},{"name":"Memory","value":"2 GB","computableValue":"2147483648"}]');
INSERT INTO "plans" VALUES('plan_dfb09268-4f05-42a2-a940-4bfefc8000f5','mysql-addon','S Big Space','s_big',40.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"20 GB","computableValue":"21474836480"},{"name":"Max connection limit","value":"125","computableValue":"125"},{"name":"Memory","value":"2 GB","computableValue":"2147483648"}]');
INSERT INTO "plans" VALUES('plan_04298e89-0423-48e2-b912-9b32a30e348c','mysql-addon','M Small Space','m_sml',82.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"20 GB","computableValue":"21474836480"},{"name":"Max connection limit","value":"250","computableValue":"250"},{"name":"Memory","value":"4 GB","computableValue":"4294967296"}]');
INSERT INTO "plans" VALUES('plan_c66a52bd-86b9-4620-b6d3-d538585f5b91','mysql-addon','M Medium Space','m_med',92.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"40 GB","computableValue":"42949672960"},{"name":"Max connection limit","value":"250","computableValue":"250"},{"name":"Memory","value":"4 GB","computableValue":"4294967296"}]');
INSERT INTO "plans" VALUES('plan_e99e4f78-30c8-4adf-b17f-982c4dfe5385','mysql-addon','M Big Space','m_big',112.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"80 GB","computableValue":"85899345920"},{"name":"Max connection limit","value":"250","computableValue":"250"},{"name":"Memory","value":"4 GB","computableValue":"4294967296"}]');
INSERT INTO "plans" VALUES('plan_8974b5e4-c12c-45d2-b286-d323905e0d76','mysql-addon','L Small Space','l_sml',164.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"40 GB","computableValue":"42949672960"},{"name":"Max connection limit","value":"500","computableValue":"500"},{"name":"Memory","value":"8 GB","computableValue":"8589934592"}]');
INSERT INTO "plans" VALUES('plan_8498104b-c633-4819-8487-394bc5917c8a','mysql-addon','L Medium Space','l_med',184.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"80 GB","computableValue":"85899345920"},{"name":"Max connection limit","value":"500","computableValue":"500"},{"name":"Memory","value":"8 GB","computableValue":"8589934592"}]');
INSERT INTO "plans" VALUES('plan_716e4a20-0861-4154-9173-45e339137eaf','mysql-addon','L Big Space','l_big',204.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"120 GB","computableValue":"128849018880"},{"name":"Max connection limit","value":"500","computableValue":"500"},{"name":"Memory","value":"8 GB","computableValue":"8589934592"}]');
INSERT INTO "plans" VALUES('plan_65045519-e590-4a85-9b54-cab7e3812935','mysql-addon','XL Small Space','xl_sml',328.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"80 GB","computableValue":"85899345920"},{"name":"Max connection limit","value":"750","computableValue":"750"},{"name":"Memory","value":"16 GB","computableValue":"17179869184"}]');
INSERT INTO "plans" VALUES('plan_bd462744-7678-485c-8b97-71ff7ab27dd7','mysql-addon','XL Medium Space','xl_med',368.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"160 GB","computableValue":"171798691840"},{"name":"Max connection limit","value":"750","computableValue":"750"},{"name":"Memory","value":"16 GB","computableValue":"17179869184"}]');
INSERT INTO "plans" VALUES('plan_f078fbc3-784b-430c-af2e-9e309108c902','mysql-addon','XL Big Space','xl_big',448.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"320 GB","computableValue":"343597383680"},{"name":"Max connection limit","value":"750","computableValue":"750"},{"name":"Memory","value":"16 GB","computableValue":"17179869184"}]');
INSERT INTO "plans" VALUES('plan_e343607a-ff2a-465a-9acd-866dafaab585','mysql-addon','XXL Small Space','xxl_sml',796.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"160 GB","computableValue":"171798691840"},{"name":"Max connection limit","value":"900","computableValue":"900"},{"name":"Memory","value":"32 GB","computableValue":"34359738368"}]');
INSERT INTO "plans" VALUES('plan_6fc2ee40-b232-4c22-b4d0-942b4562b7d0','mysql-addon','XXL Medium Space','xxl_med',892.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"320 GB","computableValue":"343597383680"},{"name":"Max connection limit","value":"900","computableValue":"900"},{"name":"Memory","value":"32 GB","computableValue":"34359738368"}]');
INSERT INTO "plans" VALUES('plan_7d3df73c-f77e-4238-bd3c-a27318aea420','mysql-addon','XXL Big Space','xxl_big',1084.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"640 GB","computableValue":"687194767360"},{"name":"Max connection limit","value":"900","computableValue":"900"},{"name":"Memory","value":"32 GB","computableValue":"34359738368"}]');
INSERT INTO "plans" VALUES('plan_114b5e2c-3bd1-4097-888f-6b333794ca9f','mysql-addon','XXL Huge Space','xxl_hug',1276.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"960 GB","computableValue":"1030792151040"},{"name":"Max connection limit","value":"900","computableValue":"900"},{"name":"Memory","value":"32 GB","computableValue":"34359738368"}]');
INSERT INTO "plans" VALUES('plan_2ab767f4-59ee-4205-a6db-4f2efb636c49','postgresql-addon','DEV','dev',0.0,'[{"name":"Type","value":"Shared","computableValue":"Shared"},{"name":"Max DB size","value":"256 MB","computableValue":"268435456"},{"name":"Max connection limit","value":"5","computableValue":"5"},{"name":"Memory","value":"Shared","computableValue":"Shared"}]');
INSERT INTO "plans" VALUES('plan_94106fb5-bef9-49c0-aafc-b0938b4e8518','postgresql-addon','XXS Small Space','xxs_sml',5.25,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"1 GB","computableValue":"1073741824"},{"name":"Max connection limit","value":"45","computableValue":"45"},{"name":"Memory","value":"512 MB","computableValue":"536870912"}]');
INSERT INTO "plans" VALUES('plan_d9fd1fcd-4dd3-406f-afbf-2696660808f9','postgresql-addon','XXS Medium Space','xxs_med',6.8,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"2 GB","computableValue":"2147483648"},{"name":"Max connection limit","value":"45","computableValue":"45"},{"name":"Memory","value":"512 MB","computableValue":"536870912"}]');
INSERT INTO "plans" VALUES('plan_89a290f5-5727-47ba-8733-6d91fbd5e9ab','postgresql-addon','XXS Big Space','xxs_big',7.7,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"3 GB","computableValue":"3221225472"},{"name":"Max connection limit","value":"45","computableValue":"45"},{"name":"Memory","value":"512 MB","computableValue":"536870912"}]');
INSERT INTO "plans" VALUES('plan_36895250-1732-4476-8301-f94805b8e5c8','postgresql-addon','XS Tiny Space','xs_tny',13.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"2 GB","computableValue":"2147483648"},{"name":"Max connection limit","value":"75","computableValue":"75"},{"name":"Memory","value":"1 GB","computableValue":"1073741824"}]');
INSERT INTO "plans" VALUES('plan_433d6240-cbe6-4e08-80e8-1afdb4b660f1','postgresql-addon','XS Small Space','xs_sml',17.5,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"5 GB","computableValue":"5368709120"},{"name":"Max connection limit","value":"75","computableValue":"75"},{"name":"Memory","value":"1 GB","computableValue":"1073741824"}]');
INSERT INTO "plans" VALUES('plan_66d0ebfc-6a3d-4825-af4c-60d54f7f0069','postgresql-addon','XS Medium Space','xs_med',20.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"10 GB","computableValue":"10737418240"},{"name":"Max connection limit","value":"75","computableValue":"75"},{"name":"Memory","value":"1 GB","computableValue":"1073741824"}]');
INSERT INTO "plans" VALUES('plan_422a02df-59af-46cb-a7cf-a3e21adbac63','postgresql-addon','XS Big Space','xs_big',30.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"15 GB","computableValue":"16106127360"},{"name":"Max connection limit","value":"75","computableValue":"75"},{"name":"Memory","value":"1 GB","computableValue":"1073741824"}]');
INSERT INTO "plans" VALUES('plan_b4c57726-aeb0-4cb6-aa01-a7eb503c8cfb','postgresql-addon','S Small Space','s_sml',35.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"10 GB","computableValue":"10737418240"},{"name":"Max connection limit","value":"125","computableValue":"125"},{"name":"Memory","value":"2 GB","computableValue":"2147483648"}]');
INSERT INTO "plans" VALUES('plan_7eea9f25-a8cc-432b-afb2-c7154537a618','postgresql-addon','S Medium Space','s_med',37.5,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"15 GB","computableValue":"16106127360"},{"name":"Max connection limit","value":"125","computableValue":"125"},{"name":"Memory","value":"2 GB","computableValue":"2147483648"}]');
INSERT INTO "plans" VALUES('plan_a2607b08-cfac-40f8-a8cc-217c375eb92e','postgresql-addon','S Big Space','s_big',40.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"20 GB","computableValue":"21474836480"},{"name":"Max connection limit","value":"125","computableValue":"125"},{"name":"Memory","value":"2 GB","computableValue":"2147483648"}]');
INSERT INTO "plans" VALUES('plan_c5f2670d-b199-4ebc-b545-650a11588664','postgresql-addon','S Huge Space','s_hug',55.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"50 GB","computableValue":"53687091200"},{"name":"Max connection limit","value":"125","computableValue":"125"},{"name":"Memory","value":"2 GB","computableValue":"2147483648"}]');
INSERT INTO "plans" VALUES('plan_e4031937-b790-4a94-b80c-12c52ab8ba75','postgresql-addon','M Small Space','m_sml',82.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"20 GB","computableValue":"21474836480"},{"name":"Max connection limit","value":"250","computableValue":"250"},{"name":"Memory","value":"4 GB","computableValue":"4294967296"}]');
INSERT INTO "plans" VALUES('plan_3c6d44cc-5628-459d-b0b2-c5c471fde787','postgresql-addon','M Medium Space','m_med',92.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"40 GB","computableValue":"42949672960"},{"name":"Max connection limit","value":"250","computableValue":"250"},{"name":"Memory","value":"4 GB","computableValue":"4294967296"}]');
INSERT INTO "plans" VALUES('plan_d2367e38-e01e-4b32-88a1-a83b029bf531','postgresql-addon','M Big Space','m_big',112.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"80 GB","computableValue":"85899345920"},{"name":"Max connection limit","value":"250","computableValue":"250"},{"name":"Memory","value":"4 GB","computableValue":"4294967296"}]');
INSERT INTO "plans" VALUES('plan_837a4900-2266-4703-b596-baf68b6e3d86','postgresql-addon','L Small Space','l_sml',164.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"40 GB","computableValue":"42949672960"},{"name":"Max connection limit","value":"500","computableValue":"500"},{"name":"Memory","value":"8 GB","computableValue":"8589934592"}]');
INSERT INTO "plans" VALUES('plan_ecbea625-16de-4afb-9eff-4769bb4820dd','postgresql-addon','L Medium Space','l_med',184.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"80 GB","computableValue":"85899345920"},{"name":"Max connection limit","value":"500","computableValue":"500"},{"name":"Memory","value":"8 GB","computableValue":"8589934592"}]');
INSERT INTO "plans" VALUES('plan_0096f392-fdde-4678-aa39-6d706a7c3e4a','postgresql-addon','L Big Space','l_big',204.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"120 GB","computableValue":"128849018880"},{"name":"Max connection limit","value":"500","computableValue":"500"},{"name":"Memory","value":"8 GB","computableValue":"8589934592"}]');
INSERT INTO "plans" VALUES('plan_b8b59d2b-6572-45e5-9169-ba688aec9148','postgresql-addon','XL Small Space','xl_sml',328.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"80 GB","computableValue":"85899345920"},{"name":"Max connection limit","value":"750","computableValue":"750"},{"name":"Memory","value":"16 GB","computableValue":"17179869184"}]');
INSERT INTO "plans" VALUES('plan_e66794ca-55e4-4a8c-a294-04153ef3291d','postgresql-addon','XL Medium Space','xl_med',368.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"160 GB","computableValue":"171798691840"},{"name":"Max connection limit","value":"750","computableValue":"750"},{"name":"Memory","value":"16 GB","computableValue":"17179869184"}]');
INSERT INTO "plans" VALUES('plan_06c7d868-4cc4-4e01-b4b0-f6ccd3f9eb13','postgresql-addon','XL Big Space','xl_big',448.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"320 GB","computableValue":"343597383680"},{"name":"Max connection limit","value":"750","computableValue":"750"},{"name":"Memory","value":"16 GB","computableValue":"17179869184"}]');
INSERT INTO "plans" VALUES('plan_8c1820e4-95c4-45e3-a4bb-3d5d6dd1afc8','postgresql-addon','XXL Small Space','xxl_sml',796.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"160 GB","computableValue":"171798691840"},{"name":"Max connection limit","value":"900","computableValue":"900"},{"name":"Memory","value":"32 GB","computableValue":"34359738368"}]');
INSERT INTO "plans" VALUES('plan_0a9fd182-161e-45f7-8695-0b2d8f9218ee','postgresql-addon','XXL Medium Space','xxl_med',892.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"320 GB","computableValue":"343597383680"},{"name":"Max connection limit","value":"900","computableValue":"900"},{"name":"Memory","value":"32 GB","computableValue":"34359738368"}]');
INSERT INTO "plans" VALUES('plan_6c20df94-57e0-46fd-8878-5434bf38aa93','postgresql-addon','XXL Big Space','xxl_big',1084.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"640 GB","computableValue":"687194767360"},{"name":"Max connection limit","value":"900","computableValue":"900"},{"name":"Memory","value":"32 GB","computableValue":"34359738368"}]');
INSERT INTO "plans" VALUES('plan_c2e3de70-2ff7-4550-8165-222208ebf306','postgresql-addon','XXL Huge Space','xxl_hug',1276.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"960 GB","computableValue":"1030792151040"},{"name":"Max connection limit","value":"900","computableValue":"900"},{"name":"Memory","value":"32 GB","computableValue":"34359738368"}]');
INSERT INTO "plans" VALUES('plan_8d99a99b-4422-4f1e-8f71-aca4513f4de8','postgresql-addon','XXXL Small Space','xxxl_sml',1598.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"640 GB","computableValue":"687194767360"},{"name":"Max connection limit","value":"1200","computableValue":"1200"},{"name":"Memory","value":"64 GB","computableValue":"68719476736"}]');
INSERT INTO "plans" VALUES('plan_a95abec3-013e-452d-b5b8-e2ecda8fcc8e','postgresql-addon','XXXL Medium Space','xxxl_med',1822.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"960 GB","computableValue":"1030792151040"},{"name":"Max connection limit","value":"1200","computableValue":"1200"},{"name":"Memory","value":"64 GB","computableValue":"68719476736"}]');
INSERT INTO "plans" VALUES('plan_04e27fe5-f109-46b1-89da-b4456684aa2f','postgresql-addon','XXXL Big Space','xxxl_big',1990.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Max DB size","value":"1200 GB","computableValue":"1288490188800"},{"name":"Max connection limit","value":"1200","computableValue":"1200"},{"name":"Memory","value":"64 GB","computableValue":"68719476736"}]');
INSERT INTO "plans" VALUES('plan_abcfe5c1-4351-401c-a8aa-25c461eae0e3','redis-addon','S','s_mono',0.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Memory","value":"100 MB","computableValue":"104857600"},{"name":"Max DB size","value":"100 MB","computableValue":"104857600"},{"name":"Max connection limit","value":"100","computableValue":"100"}]');
INSERT INTO "plans" VALUES('plan_3bc0ad1a-e08a-4cae-8329-807a52d4ddf3','redis-addon','M','m_mono',5.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Memory","value":"256 MB","computableValue":"268435456"},{"name":"Max DB size","value":"256 MB","computableValue":"268435456"},{"name":"Max connection limit","value":"250","computableValue":"250"}]');
INSERT INTO "plans" VALUES('plan_b2ad71b2-23e9-4176-896e-e4e0863e7509','redis-addon','L','l_mono',15.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Memory","value":"1 GB","computableValue":"1073741824"},{"name":"Max DB size","value":"1 GB","computableValue":"1073741824"},{"name":"Max connection limit","value":"500","computableValue":"500"}]');
INSERT INTO "plans" VALUES('plan_63e4518d-eb86-4f7a-a0f7-23bc811d61af','redis-addon','XL','xl_mono',30.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Memory","value":"2 GB","computableValue":"2147483648"},{"name":"Max DB size","value":"2 GB","computableValue":"2147483648"},{"name":"Max connection limit","value":"500","computableValue":"500"}]');
INSERT INTO "plans" VALUES('plan_3fb5d392-b052-4dfc-9b86-7b8af54cd301','redis-addon','XXL','xxl_mono',60.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Memory","value":"4 GB","computableValue":"4294967296"},{"name":"Max DB size","value":"4 GB","computableValue":"4294967296"},{"name":"Max connection limit","value":"500","computableValue":"500"}]');
INSERT INTO "plans" VALUES('plan_b6f141f9-983b-41ea-8388-1a6d62129ad5','redis-addon','XXXL','xxxl_mono',120.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Memory","value":"8 GB","computableValue":"8589934592"},{"name":"Max DB size","value":"8 GB","computableValue":"8589934592"},{"name":"Max connection limit","value":"500","computableValue":"500"}]');
INSERT INTO "plans" VALUES('plan_ba99dad6-3309-45df-9995-ce3c471d5725','redis-addon','XXXXL','xxxxl_mono',240.0,'[{"name":"Type","value":"Dedicated","computableValue":"dedicated"},{"name":"Memory","value":"16 GB","computableValue":"17179869184"},{"name":"Max DB size","value":"16 GB","computableValue":"17179869184"},{"name":"Max connection limit","value":"500","computableValue":"500"}]');
CREATE TABLE "priceLists" (
  "id" text primary key,
  "validFrom" bigint not null unique,
  "createdAt" bigint not null,
  "data" text not null
);
CREATE TABLE providers (
  "id" text primary key,
  "ownerId" text not null,
  "stage" text not null,
  "presentation" text not null,
  "openInNewTab" integer not null,
  "canUpgrade" integer not null,
  "timestampUnit" text not null,
  "manifest" text not null,
  "createdAt" bigint not null
);
INSERT INTO "providers" VALUES('config-provider','platform','RELEASE','{"name":"Configuration provider","website":"","longDesc":"An add-on whose variables you set yourself: every application that is linked to it gets them, and restarts when they change.","logoUrl":"","supportEmail":"","googlePlusName":"","twitterName":"","analyticsId":"","shortDesc":"Variables that several applications share"}',1,0,'milliseconds','/1QE2eR7RkaeUrb/3Co/AZQKKpcRMowfF/+4jfCxsKZ6RyAXLd6zXVPCWU3ir6hBo8V//vQkeTWxyg8ZeubaPmw89LpmTZn8/XhKbGYXURsih7Eu21wli/jnWVgT4I0Mdc1j+jXV7uKzYx1oL4FSEDKnZqoS6tduSGcuYQOXD3zOExw+DGIaLUBHfl4ZM8co84Oriyh7AKT7v6iWSSVh5/KJr91xIm7003oZtcmk36Goj3xZf+0f73gDrY7umvbp58RyiQm99Dpr63SOR4jHcKb90a8qLE3rVvaCuWfGhX+bXmfjEubO2t0C1mBxFGbHdT4TCtaBJCNxe/ajSkjBAVTz0RLjoMqcwOUydL/3lYS5DN83KbZz4rGHolNUr/6k6jlDdbqat0IHnhcO6zyI0dOFxqQqTRlvu6aPI0xat2LK3DzIXj97XUItYF04hcvBDWT0/2w1Dxm3WXjhyDBd17HQB2BQp3VXBzLXSys2hF+7NpQJnP0RKJkzyndhzMM55t0COOYuaexNu0ZmgRDH23aytHSptmYrwdFQadk7iBVaRGfd7SdUKtbASRqlLxi8ZvrWztHrDvuFcUbODq0/iyc=',1794941779667);
INSERT INTO "providers" VALUES('mysql-addon','platform','RELEASE','{"name":"MySQL","website":"https://mariadb.org","longDesc":"A database on a MariaDB server of this platform, reachable with any MySQL client from the applications that are linked to it.","logoUrl":"","supportEmail":"","googlePlusName":"","twitterName":"","analyticsId":"","shortDesc":"A MySQL database (MariaDB server)"}',1,1,'milliseconds','VAlF5KTn/QKsM3tQDPXVcXFlXD7/xYScnYsOIPda6jIEA7DVaizh5+aDB6jcHKkGE3CrR+cs6WHB5yiInR5e+I/IZQ8kcDwOWE/yUq37P3VsPokC1Esf4j65ePBjvkUI1bbpbx49SNsl/AUbqetbMdgfcbWkt1gjV7LgM/+JuLJBpSoKbjDMxXTgXPlxTlyIHzRmn3kH5MrJ/SOY9jUKaxMXrTHczc+UupeHtaBMJClcNJ9mjao8ZFaS8V+jyEFjLY5ight3dC+ugOJLujydsKwpYMr4g2KUpS6foFcUBr6FXhSYQsiciP7XxlnTOxU3VNYGL9i3qNduTfVH2rvk20MYmDfd2OJBctmmW3uAP07Etje9auZrLk3ktxOPtFr6f/rH0KAMB877NCR6Wt1DrP6jkLV7ocVuDgIYZnefOooaX8fSpya+OTGewYFnjbu3wqnAk/UWejowWXHt9T6La8Pq783pwlP6JQW6eh3FR1xBsFUf9kpoMjoteeVXzQianiFAuEFNZGlI3hR/NyUYMmiY2YuhRdCT3cy1tcuRMF4Epc/VwwSsew3uUchz6PfsxJVsj+BkXT8P8yFquDezcFKk7fcW9eAm70z/8nJpvrRhoxdyLpDrqlIpFBFDrjJ2sOuk3sUqrjfh3FygdiN3TXOUe/8hwergkSsV7eyOdSmhpDpR5xhxtKyuqHzfl6X+DsvkfuNkBsUS/tnkzb0vSZ1iuQCDNBQzRR0nQeOAkpWFRq4fIly1Lz2brhkgbJv2oLhZpGOryq3lRTZHLfkJUKG2eeoqeVhnHHLQgBYVeV4f',1794941779667);
INSERT INTO "providers" VALUES('postgresql-addon','platform','RELEASE','{"name":"PostgreSQL","website":"https://www.postgresql.org","longDesc":"A database on a PostgreSQL server of this platform, reachable from the applications that are linked to it.","logoUrl":"","supportEmail":"","googlePlusName":"","twitterName":"","analyticsId":"","shortDesc":"A PostgreSQL database"}',1,1,'milliseconds','J5F7UV7iAuS1cbUlsDMJtIzVXmWBiqfnyOb7U3IoGEcUC+BrQubzashYVcKivJToiEhonAHxJceN0G9uC2x1YvHqnCkq+IXLNjnraTlckBmSX3ogQa91WbnsZeCuasnXN3pjOAihZBIqTHD9pwtKp08EoS4M4DK8QiLVKF2iQC+rN6G9zjkUDDmk7wNEceQX7gbXCLA67K3UfPlrc27BKTA/3gAnkdG0YK505DaWba7jpmaZ274lBlZKFqo3RaWx5Evwq6yBAmCbA2BSufPn83S5lamSO2zgwuElCALNLbN9tmoZKABqkB1Z0w0PP3hrmHCcBnfRjZSb/p2Xq/D8nptXCoww5HP6lruhVABWzu8i3pu0A+nqNUN5wHznjqqap9h4At1rV/ahDa7yGDFHm3s9hoORrfgyEkg6sJn2XwbO22V1ImADVwGcbKYSimfPkIeO+UrIgzVON+8lRjaXyC53s2kslPveP0XaW9eb+KMYtvTQzYIgeDVQia4GIehKwIFjEuU29HxSvrLUJs8VJjrYueWSDvuRyLS7LNwZy7FGO4jpNdITQ/FIf5Udfx7ejYfnUwhTC0l1HxDaeZaAxHiz1t3ZRoaKvu31+pmYz9UGVGrb/aM1q8Inmu8ZQZ2omTsAyMS+7Du6PBA6VCZTbT4rOGTKNSuX2eGkq6JEUkCRF1UUtXB4ZeB+c3ZVBDZiTNsLAAfpTyfwsgs6f1cTP0djE712udFwuE+U+En6G/Sqg0D2RM/jUPI76YZr6rXaW+HBdtPbjpusO0ISXzySOP/dFTwfklXNoyVXEqHy0ECi5Ja0O9mMIDSZXMSjafqRX0QJKnzRPFwQSOzarMj+SD9w39JnXgafYtEx',1794941779667);
INSERT INTO "providers" VALUES('redis-addon','platform','RELEASE','{"name":"Redis","website":"https://redis.io","longDesc":"A Redis server of your own on this platform, reachable from the applications that are linked to it. What is written stays: every change is put into a file.","logoUrl":"","supportEmail":"","googlePlusName":"","twitterName":"","analyticsId":"","shortDesc":"A Redis server"}',1,1,'milliseconds','NcWCZ3gvtkuctzVTn8I3URhkUvKjGcDrfsnKQ4cjXrJImX4YkLxzV5QQJruYhFGoEM4WmahKry0BJPuSMEdqBm6jpYRF9mt6aCYaVbuCyoGwgFJEwzuDUiX9bkqrIIf3zNTmFOzMlymATm9iRtFzmY1oV0OY7cL4CaPpp0nGlIunhrmpMAFyhmSDMtty+LYcTVotR9bxO20ZmVO1hlbvo0xSY2Svwftotmd17v6izGhNQET4kIgz6+wUeebS78sJkqzBLym4mJr4f9WR8kTShWdywRHsm0FtmE3PCdf91Kut3OIqK/bj/H/yU8XwfcRv3OG3nm4Zd9HTwZl8/CODslHh8V3NIxu6XDREDkaYTuEdK8jdAFF6ts5n/SVEf4Jf6yqnilXis/bGBxP4KiavKvEsiK3I3G38kCEYZ6dk02mz/KFGN5T4aTPjFB+xXZILi84SFFXSnQtBFbJC6xOHgwYwCW362tjbUIoJeybVkXa+dAW60mWkTYZo4yWIPwv0PO9rEec6OAi39pqlPzTNRZEDFqKr9xzPlQ4X/VXSw7aCxqWJ1DH6bzpttV/qcWKLrCSOWsIMfpGeWSjYUj2Q4jq28VmPuog76xmaUSsYARNfZUAF/Brsx16/IqB/MXLC0g6guxJPJiZshICTC6HF8qRO3nzpDg9gcFBbJIYEUVu130NXWmr2+W7+UWWs+xv4N/XtBm+Kl3VtfbsmwYVhz7xYAe/v2hlv1vvO8/ia//48kPI3+lNwsK2LT2aBJvwbpyu7sd7iGKDOGMeKGp6wvWc/YphQHcMyDJseO477HVQ=',1794941779667);
CREATE TABLE releases (
  "deploymentId" text primary key references deployments ("id") on delete cascade,
  "applicationId" text not null references applications ("id") on delete cascade,
  "number" integer not null,
  "commit" text not null,
  "buildFingerprint" text not null,
  "artifact" text not null,
  "recipe" text not null,
  "environment" text not null,
  "createdAt" bigint not null
);
INSERT INTO "releases" VALUES('deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7',1,'533030d80bcb285e1c649fedd08c136f823109ad','ab1c61cfbad7a62d0657e4bfd264867a02ebe39b6626f31b7f4d31180644880f','{"id":"deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be","handle":{}}','{"runtime":"node","tools":[{"name":"node","version":"22.20.0"},{"name":"npm","version":"10.9.3"}],"build":[],"start":["npm","start"],"memoryOption":{"variable":"NODE_OPTIONS","option":"--max-old-space-size","share":0.75},"environment":{"npm_config_update_notifier":"false"},"notes":["Node 22.20.0 (default)","npm 10.9.3","Nothing is installed, because package.json names no dependency."],"warnings":["NODE_ENV is not set: set it to production to run in production mode.","/node_modules is not listed in .gitignore."]}','ehNI+lZ/y6RQvdK8G4Vgb4UFX4WDlEvMyGuj3IKR0t6wBGcrmIcz/ZFCgz7OcoD9Z5QMQPYcDnx6G9oMVGBo1OGKyBTQv2x2FzxpDcudBDJVtopYEWYr5Mzi35esVFP4sJ0GJaS/k3c3OIgCnJ/dWinp8OhdPAG+RpT72gmvV6HbiTCuk7Q3Ge5Xz8CofqITf3hTFV0WuYZkHE33eEO+blqgR4Dozo1z/H1ZWmXGutI43+1+pKJrGqiJ7BDLy0CIp51UqF7xubhqTBMtlECKIBGRmb8dNkdCWO4EzCnamL7xlvpYkAXu5yADRYj0Qy9G3nTgIJjWm097hsj+eDUG9JjVdHPIcbhdCsnE7gYrW12Qxuv3s256Y9XVsiymoF0HCmpR3YuFMqL+2qFqbdHDdVIZ7lYRLrNXV/5xgyCoJaJb+P0Ypron4/FOk0co+T1W1SFyMA==',1794941797342);
INSERT INTO "releases" VALUES('deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7',2,'533030d80bcb285e1c649fedd08c136f823109ad','ab1c61cfbad7a62d0657e4bfd264867a02ebe39b6626f31b7f4d31180644880f','{"id":"deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be","handle":{}}','{"runtime":"node","tools":[{"name":"node","version":"22.20.0"},{"name":"npm","version":"10.9.3"}],"build":[],"start":["npm","start"],"memoryOption":{"variable":"NODE_OPTIONS","option":"--max-old-space-size","share":0.75},"environment":{"npm_config_update_notifier":"false"},"notes":["Node 22.20.0 (default)","npm 10.9.3","Nothing is installed, because package.json names no dependency."],"warnings":["NODE_ENV is not set: set it to production to run in production mode.","/node_modules is not listed in .gitignore."]}','DV39y9gtepJZJX56bqCbXuuHJ7Jws/Fn+plXrN7Es7yQ+QDRjOv6IuWFtWZecUAfUBF3k2V4XBpUC3/Na8CWCfq4rtLmT6R6FAo1dOb/mEo9hUrXtEVOb79No7hibhD60fNvQy7odSZexOxBMFiNYx3zz7sckPNY+XjU7BBMztl6+e/p5Ttg2FOFroLBqQA0lEcFRUVs19L66YfY2w8BxwPkr4wlwpKiU5zNisHnb0jaU0QZZ+9EyYZC96FHS9HvuwBbC5YS2EIPZhLg9l5kEYHCOAKIGuAGSHZK2wOWKKB+BW3pxmYUPyDrZvwcYmQYP/HgZxdfnWhsFLJbJDiNqcGxEowGRYYR8WMx0ID6JS2SGKCVUQy1mhlkwhZZf0cTpMwGeqG+tXStfZ3I7ojjIedbNW/dgQlDwa2lLTEUF/K8OiP4bKGBgyG82QvdcXLsXCqHrdaZ9FpfSNBKvAsb0MIJnPEe',1794941811794);
CREATE TABLE reminders (
  "number" text not null references invoices ("number"),
  "sentAt" bigint not null
);
CREATE TABLE "repositoryBundles" (
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
CREATE TABLE "requestTokens" (
  "token" text primary key,
  "secret" text not null,
  "consumerKey" text not null references consumers ("key") on delete cascade,
  "callback" text not null,
  "createdAt" bigint not null,
  "expiresAt" bigint not null,
  "agreement" text
);
CREATE TABLE "routerDrains" (
  "instanceId" text not null,
  "serverId" text not null,
  "expiresAt" bigint not null,
  primary key ("instanceId", "serverId")
);
CREATE TABLE "secondFactors" (
  "userId" text primary key references users ("id") on delete cascade,
  "secret" text not null,
  "confirmedAt" bigint);
CREATE TABLE servers (
  "id" text primary key,
  "api" text not null,
  "bridge" text not null,
  "git" text not null,
  "seenAt" bigint not null
, "cluster" text not null default '', "followedAt" bigint not null default 0, "routedCluster" text not null default '', "unconfirmed" text not null default '');
CREATE TABLE sessions (
  "digest" text primary key,
  "userId" text not null references users ("id") on delete cascade,
  "createdAt" bigint not null,
  "expiresAt" bigint not null,
  "from" text not null
);
CREATE TABLE "sharedFiles" (
  "name" text primary key,
  "content" text not null
);
CREATE TABLE "spendingAlerts" (
  "ownerId" text not null,
  "amount" text not null,
  "basis" text not null,
  "byEmail" integer not null,
  "webhook" text not null,
  primary key ("ownerId", "amount", "basis")
);
CREATE TABLE "spendingNotices" (
  "ownerId" text not null,
  "month" text not null,
  "amount" text not null,
  "basis" text not null,
  "reached" text not null,
  "currency" text not null,
  "createdAt" bigint not null,
  "webhook" text,
  "dueAt" bigint not null,
  "attempts" integer not null,
  primary key ("ownerId", "month", "amount", "basis")
);
CREATE TABLE "spentSteps" (
  "userId" text not null references users ("id") on delete cascade,
  "purpose" text not null,
  "lastStep" bigint not null,
  primary key ("userId", "purpose")
);
CREATE TABLE "sshKeys" (
  "userId" text not null references users ("id") on delete cascade,
  "name" text not null,
  "line" text not null,
  "fingerprint" text not null unique,
  primary key ("userId", "name")
);
INSERT INTO "sshKeys" VALUES('user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','laptop','ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMl3qT6Otvlkp8nSb0fCy165faf0/vLaAmACtODW4HTN a@x.test','SHA256:0YauBLLuTK4vDZn7Wh37otTvwli8hLO4BjLozQyZKsA');
CREATE TABLE "tcpRedirections" (
  "port" integer primary key,
  "namespace" text not null,
  "applicationId" text not null references applications ("id") on delete cascade
);
CREATE TABLE testers (
  "providerId" text not null references providers ("id") on delete cascade,
  "ownerId" text not null,
  primary key ("providerId", "ownerId")
);
CREATE TABLE usage (
  "id" text primary key,
  "kind" text not null,
  "ownerId" text not null,
  "resourceId" text not null,
  "resourceName" text not null,
  "meterId" text not null,
  "flavorOrPlan" text not null,
  "zone" text not null,
  "providerId" text,
  "planId" text,
  "planPrice" text,
  "from" bigint not null,
  "until" bigint
);
INSERT INTO "usage" VALUES('usage_e6df972e-0cb7-4731-982e-0e89baa890c9','addon','orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','addon_592c7411-2833-4db0-990f-c83263ceb0bb','settings','addon_592c7411-2833-4db0-990f-c83263ceb0bb','std','par','config-provider','plan_5d8e9596-dd73-4b73-84d9-e165372c5324','0',1794941792322,NULL);
INSERT INTO "usage" VALUES('usage_8b5f900f-9cfb-4d58-819c-d03e14b8719b','build','orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','shop','build deployment_74a14939-cae4-4294-9dfe-b9abeeffd4be','M','par',NULL,NULL,NULL,1794941793060,1794941797338);
INSERT INTO "usage" VALUES('usage_5f291ad8-148c-4349-83a3-8e7062648479','runtime','orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','shop','41fe36ee-0297-4fdb-8eea-82b419ec8f32','XS','par',NULL,NULL,NULL,1794941797350,1794941817506);
INSERT INTO "usage" VALUES('usage_947a14e7-3043-4932-8696-fa490929e96e','runtime','orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','shop','88216c81-3baa-4cd3-b230-a9cd8ef1c478','XS','par',NULL,NULL,NULL,1794941811799,1794941824327);
CREATE TABLE users (
  "id" text primary key,
  "email" text not null unique,
  "name" text not null,
  "passwordHash" text not null,
  "createdAt" bigint not null
, "avatar" text not null default '', "profile" text not null default '{"phone":"","address":"","city":"","zipcode":"","country":"","lang":"EN"}');
INSERT INTO "users" VALUES('user_abf8e41f-3ea0-4e3f-aeae-05e91b837499','admin@localhost','admin','$argon2id$v=19$m=19456,t=2,p=1$1J0UF/4jUhqFvDsNJnmisA$foOWdgqS60y9D25MBvyBmFjF/vVKyHj0edA8BvJUyjw',1794941779638,'','{"phone":"","address":"","city":"","zipcode":"","country":"","lang":"EN"}');
CREATE TABLE variables (
  "applicationId" text not null references applications ("id") on delete cascade,
  "name" text not null,
  "value" text not null,
  primary key ("applicationId", "name")
);
INSERT INTO "variables" VALUES('app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7','GREETING','Ert911O20Xt0X17/JlfIns/Tdk4TiuSLS4LElMOKEyj7');
CREATE TABLE "waitingLogins" (
  "tokenDigest" text primary key,
  "machine" text not null,
  "address" text not null,
  "startedAt" bigint not null,
  "isCancelled" bigint not null,
  "expiresAt" bigint not null
);
CREATE TABLE "webhookDeliveries" (
  "id" text primary key,
  "webhookId" text not null references webhooks ("id") on delete cascade,
  "ownerId" text not null,
  "eventId" bigint not null,
  "eventName" text not null,
  "format" text not null,
  "url" text not null,
  "body" text not null,
  "state" text not null,
  "createdAt" bigint not null,
  "dueAt" bigint not null,
  "attempts" integer not null,
  "attemptedAt" bigint,
  "status" integer,
  "duration" integer,
  "excerpt" text not null,
  "failure" text not null,
  "replayOf" text
);
INSERT INTO "webhookDeliveries" VALUES('webhookdelivery_3ca1a58f-a414-48db-b5a4-50d86f1964d5','webhook_715ee0e4-9896-4fe2-a972-1c97592e046c','orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',16,'APPLICATION_EDITION','raw','AQaa1qaJpo8F8k7d5JJc4WAxrIPzJFyoLfunCsbrc9P0GO/xF+wKDiBiM1LSP/CCrg0z','{"id":16,"event":"APPLICATION_EDITION","date":1794941812940,"ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","data":{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","action":"application.change","target":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}}','pending',1794941812942,1794941842953,2,1794941822953,NULL,1,'','127.0.0.1:9 did not answer (connection refused).',NULL);
INSERT INTO "webhookDeliveries" VALUES('webhookdelivery_8de2fdac-ded4-4531-8512-79e4b0411358','webhook_715ee0e4-9896-4fe2-a972-1c97592e046c','orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',17,'DEPLOYMENT_ACTION_END','raw','vJWxmhhMy21uj9GUr2n1RKOIbTbqYmRE3DHQv9EUuYMqkcZ0gQnG26rcWJxu4J6LDbDJ','{"id":17,"event":"DEPLOYMENT_ACTION_END","date":1794941817325,"ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","data":{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","uuid":"deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8","number":2,"state":"OK","action":"DEPLOY","commit":"533030d80bcb285e1c649fedd08c136f823109ad","cause":"New values of the add-on settings","author":null}}','pending',1794941817333,1794941827355,1,1794941817355,NULL,3,'','127.0.0.1:9 did not answer (connection refused).',NULL);
INSERT INTO "webhookDeliveries" VALUES('webhookdelivery_3efdc401-614c-4f50-8133-d63ec57811c1','webhook_715ee0e4-9896-4fe2-a972-1c97592e046c','orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',18,'DEPLOYMENT_SUCCESS','raw','nAurGvS086vxaXDza2VO4WBQd72wImYtueGkY1hZLkcJLUUYO5iYEAIaBVjn14yYofnB','{"id":18,"event":"DEPLOYMENT_SUCCESS","date":1794941817325,"ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","data":{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","uuid":"deployment_86282bfa-43b0-4e88-abae-7c1bd6c5d7d8","number":2,"state":"OK","action":"DEPLOY","commit":"533030d80bcb285e1c649fedd08c136f823109ad","cause":"New values of the add-on settings","author":null}}','pending',1794941817334,1794941827372,1,1794941817372,NULL,9,'','127.0.0.1:9 did not answer (connection refused).',NULL);
INSERT INTO "webhookDeliveries" VALUES('webhookdelivery_68e53b8f-13a8-48b9-b595-b67c372b404c','webhook_715ee0e4-9896-4fe2-a972-1c97592e046c','orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed',19,'DRAIN_CREATE','raw','dEo3OY82KdKjTG9ulOE7yANRNb97mMj7bXTtol5TK90MRzaUqdVZdIphsPyD0dFyyCBA','{"id":19,"event":"DRAIN_CREATE","date":1794941820629,"ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","data":{"id":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","name":"shop","appId":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","ownerId":"orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed","action":"drain.create","target":"app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7","author":{"id":"user_abf8e41f-3ea0-4e3f-aeae-05e91b837499","name":"admin"}}}','pending',1794941820634,1794941830646,1,1794941820646,NULL,1,'','127.0.0.1:9 did not answer (connection refused).',NULL);
CREATE TABLE webhooks (
  "id" text primary key,
  "ownerId" text not null,
  "name" text not null,
  "scope" text,
  "events" text,
  "urls" text not null,
  "secret" text not null,
  "state" text not null,
  "createdAt" bigint not null,
  "createdBy" text not null,
  "failingSince" bigint
);
INSERT INTO "webhooks" VALUES('webhook_715ee0e4-9896-4fe2-a972-1c97592e046c','orga_9e85d9f9-cf6e-48c3-9091-d4fcb5aa72ed','shop-hook','["app_790f724b-cdc0-4cdd-9e8d-6da7925f68f7"]',NULL,'1zHV2zOj0UuP98KwTYJsEqHNNNGTZidrdPEEqhTbFNvqan+Y2Ef0LbKKa3q9Qvh6TQ2LSad/XnuFL7Nk+MoKITafEciD7+a3ibsHxVAk','lvq2vs02BcQGwP11P+CKfqVYAKBd6+NNKOMn5+Qb8UiH+4LCRNtiv/zcHLQNDFB3mtmGTRfAlN7iCry9HsshD7FkaxVKxIvxwXxvQhKf','ENABLED',1794941811972,'user_abf8e41f-3ea0-4e3f-aeae-05e91b837499',1794941812950);
CREATE INDEX "applicationsByOwner" on applications ("ownerId");
CREATE INDEX "deploymentsByState" on deployments ("state");
CREATE INDEX "stepsByDeployment" on "deploymentSteps" ("deploymentId");
CREATE INDEX "releasesByApplication" on releases ("applicationId", "number");
CREATE INDEX "instancesByApplication" on instances ("applicationId");
CREATE INDEX "emailsByUser" on emails ("userId");
CREATE INDEX "membersByUser" on members ("userId");
CREATE INDEX "mailedKeysByEmail" on "mailedKeys" ("email");
CREATE INDEX "mailedKeysByUser" on "mailedKeys" ("userId");
CREATE INDEX "outboxByDue" on outbox ("dueAt");
CREATE INDEX "consumersByOwner" on consumers ("ownerId");
CREATE INDEX "accessTokensByUser" on "accessTokens" ("userId");
CREATE INDEX "accessTokensByConsumer" on "accessTokens" ("consumerKey");
CREATE INDEX "accessTokensByEnd" on "accessTokens" ("expiresAt");
CREATE INDEX "apiTokensByUser" on "apiTokens" ("userId");
CREATE INDEX "sessionsByUser" on sessions ("userId");
CREATE INDEX "auditByOwner" on audit ("ownerId", "date", "id");
CREATE INDEX "auditByDate" on audit ("date");
CREATE INDEX "providersByOwner" on providers ("ownerId");
CREATE INDEX "testersByOwner" on testers ("ownerId");
CREATE INDEX "addonsByOwner" on addons ("ownerId");
CREATE INDEX "addonsByProvider" on addons ("providerId", "createdAt");
CREATE INDEX "addonsByPlan" on addons ("planId");
CREATE INDEX "addonsByDue" on addons ("dueAt");
CREATE INDEX "linksByApplication" on links ("applicationId");
CREATE INDEX "dependenciesByDependency" on dependencies ("dependencyId");
CREATE INDEX "planSwitchesByAddon" on "planSwitches" ("addonId", "requestedAt");
CREATE INDEX "deliveriesByProvider" on deliveries ("providerId", "createdAt");
CREATE INDEX "deliveriesByDate" on deliveries ("createdAt");
CREATE INDEX "consumptionsByOwner" on consumptions ("ownerId", "createdAt");
CREATE INDEX "organisationsByQuotaAccount" on organisations ("quotaAccountId");
CREATE UNIQUE INDEX "usageOpen" on usage ("meterId") where "until" is null;
CREATE INDEX "usageByMeter" on usage ("meterId", "from");
CREATE INDEX "usageByOwner" on usage ("ownerId", "from");
CREATE INDEX "usageByProvider" on usage ("providerId", "from");
CREATE INDEX "consumptionsByDate" on consumptions ("createdAt");
CREATE UNIQUE INDEX "invoicesByMonth" on invoices ("ownerId", "periodFrom") where "kind" = 'invoice' and "origin" = 'automatic';
CREATE INDEX "invoicesByOwner" on invoices ("ownerId", "issuedAt");
CREATE INDEX "invoicesByStatus" on invoices ("status");
CREATE INDEX "invoicesByCorrected" on invoices ("corrects");
CREATE INDEX "remindersByNumber" on reminders ("number", "sentAt");
CREATE INDEX "creditsByOwner" on credits ("ownerId", "createdAt");
CREATE INDEX "spendingNoticesDue" on "spendingNotices" ("dueAt") where "webhook" is not null;
CREATE INDEX "domainsByApplication" on domains ("applicationId");
CREATE INDEX "domainsByReversedHost" on domains ("reversedHost");
CREATE INDEX "tcpRedirectionsByApplication" on "tcpRedirections" ("applicationId");
CREATE UNIQUE INDEX "certificatesByFingerprint" on certificates ("fingerprint", "ownerId");
CREATE INDEX "certificatesByOwner" on certificates ("ownerId", "createdAt");
CREATE INDEX "certificateOrdersByOwner" on "certificateOrders" ("ownerId", "dueAt");
CREATE INDEX "certificateOrdersByTime" on "certificateOrders" ("dueAt");
CREATE INDEX "eventsByOwner" on events ("ownerId", "id");
CREATE INDEX "eventsByDate" on events ("date");
CREATE INDEX "webhooksByOwner" on webhooks ("ownerId", "createdAt");
CREATE INDEX "webhookDeliveriesByHook" on "webhookDeliveries" ("webhookId", "createdAt");
CREATE INDEX "webhookDeliveriesDue" on "webhookDeliveries" ("dueAt") where "state" = 'pending';
CREATE INDEX "emailHooksByOwner" on "emailHooks" ("ownerId", "createdAt");
CREATE INDEX "acmeAttemptsByTime" on "acmeAttempts" ("startedAt");
CREATE INDEX "acmeAttemptsByHost" on "acmeAttempts" ("host", "startedAt");
CREATE INDEX "drainsByApplication" on drains ("applicationId", "createdAt");
CREATE INDEX "drainsByAddon" on drains ("addonId", "createdAt");
CREATE INDEX "drainsEnabled" on drains ("attemptedAt") where "state" = 'ENABLED';
CREATE INDEX "noncesByExpiry" on nonces ("expiresAt");
CREATE INDEX "attemptCountsByExpiry" on "attemptCounts" ("expiresAt");
CREATE INDEX "waitingLoginsByExpiry" on "waitingLogins" ("expiresAt");
COMMIT;
