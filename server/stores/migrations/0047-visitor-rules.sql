-- What the router answers in place of an application: maintenance, and a demand for credentials.
create table "visitorRules" (
  "applicationId" text primary key references applications ("id") on delete cascade,
  "maintenance" text,
  "basicAuth" text
);
-- Own error pages of a release, as one JSON object.
create table "releasePages" (
  "deploymentId" text primary key references releases ("deploymentId") on delete cascade,
  "pages" text not null
);
