#!/bin/sh
# Migrates the two databases of the Temporal server to its version. Safe to repeat.
set -eu

for database in temporal:temporal temporal_visibility:visibility; do
  name=${database%%:*}
  sql() { temporal-sql-tool --plugin postgres12 --ep "$POSTGRES_SEEDS" -p 5432 -u "$POSTGRES_USER" --db "$name" "$@"; }
  sql setup-schema -v 0.0
  sql update-schema -d "/etc/temporal/schema/postgresql/v12/${database##*:}/versioned"
done
