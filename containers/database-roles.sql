-- Creates the roles and databases of the service and of Temporal, and sets the roles' passwords. A superuser runs
-- it, by psql 15 or newer with the passwords in its environment. Safe to repeat.
--
-- payments      owns the tables; migrations connect as it
-- payments_app  reads and writes rows; API and worker connect as it; migrations give it its rights
-- temporal      owns Temporal's databases
\getenv owner_password OWNER_PASSWORD
\getenv app_password APP_PASSWORD
\getenv temporal_password TEMPORAL_PASSWORD

select format('create role %I login', role) from unnest(array['payments', 'payments_app', 'temporal']) role
where not exists (select from pg_roles where rolname = role) \gexec

alter role payments password :'owner_password';
alter role payments_app password :'app_password';
alter role temporal password :'temporal_password';

select format('create database %I owner %I', name, owner)
from (values ('payments', 'payments'), ('temporal', 'temporal'), ('temporal_visibility', 'temporal'))
  as wanted (name, owner)
where not exists (select from pg_database where datname = name) \gexec

-- A role reaches only its own databases.
revoke connect, temporary on database payments, temporal, temporal_visibility, postgres from public;
grant connect on database payments to payments_app;
