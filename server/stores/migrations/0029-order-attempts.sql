alter table "certificateOrders" add column "attemptedBy" text;
