alter table applications add column "currentInstances" integer not null default 1;
alter table applications add column "currentFlavor" text not null default 'XS';
update applications set "currentInstances" = "minInstances", "currentFlavor" = "minFlavor";
update applications set "separateBuild" = 1 where "buildFlavor" <> 'M';
