create table if not exists visit (at timestamptz not null default now());
