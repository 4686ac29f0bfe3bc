create index if not exists "mailedKeysByUser" on "mailedKeys" ("userId");

update "certificateOrders" set "dueAt" = cast("dueAt" as bigint);
