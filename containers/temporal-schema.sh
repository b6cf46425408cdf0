#!/bin/sh
# Migrates the two databases of the Temporal server to its version. Safe to repeat.
set -eu

SQL_PASSWORD=$(cat /run/secrets/temporal_password)
export SQL_PASSWORD
for database in temporal:temporal temporal_visibility:visibility; do
  name=${database%%:*}
  sql() { temporal-sql-tool --plugin postgres12 --ep postgres -p 5432 -u temporal --db "$name" "$@"; }
  sql setup-schema -v 0.0
  sql update-schema -d "/etc/temporal/schema/postgresql/v12/${database##*:}/versioned"
done
