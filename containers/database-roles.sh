#!/bin/sh
# Runs database-roles.sql with the passwords in /run/secrets.
set -eu

password() { cat "/run/secrets/$1_password"; }
PGPASSWORD=$(password superuser)
OWNER_PASSWORD=$(password owner)
APP_PASSWORD=$(password app)
TEMPORAL_PASSWORD=$(password temporal)
export PGPASSWORD OWNER_PASSWORD APP_PASSWORD TEMPORAL_PASSWORD
exec psql --no-psqlrc --set=ON_ERROR_STOP=1 --dbname=postgres --file=/setup/database-roles.sql
