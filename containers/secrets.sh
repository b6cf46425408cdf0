#!/bin/sh
# Makes the folder secrets/: a file for each secret, with random values. It keeps every file that exists.
#   sh containers/secrets.sh         leaves the partners' secrets empty, for you to fill in
#   sh containers/secrets.sh trial   fills them too: without partners, and with the inbox of docker-compose.yml
# DATABASE_HOST is the host and port of PostgreSQL: that of docker-compose.yml unless set.
set -eu
cd "$(dirname "$0")/.."

# The containers' users differ, so the files are open, and the folder above them is not.
umask 022
mkdir -p secrets
chmod 700 secrets
mkdir -p secrets/database secrets/owner secrets/application secrets/certificates

host=${DATABASE_HOST:-postgres:5432}
put() { [ -e "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"; }
text() { openssl rand -hex 24; }
key() { openssl rand -base64 32; }
password() { cat "secrets/database/$1_password"; }

for role in superuser owner app temporal; do put "database/${role}_password" "$(text)"; done
put owner/MIGRATION_DATABASE_URL "postgresql://payments:$(password owner)@$host/payments"
# Migrations give the role in this address its rights.
put owner/DATABASE_URL "postgresql://payments_app:$(password app)@$host/payments"
put application/DATABASE_URL "$(cat secrets/owner/DATABASE_URL)"
put application/ENCRYPTION_KEYS "k1:$(key)"
put application/PAYLOAD_KEYS "k1:$(key)"
put application/DIGEST_KEY "$(key)"
# Two, because a second operator approves what moves money.
put application/OPERATOR_TOKENS "first:operator:$(text),second:operator:$(text)"

for name in VERIFICATION_TOKEN VERIFICATION_SECRET BANK_TOKEN BANK_SECRET PAYEE_NAMES_TOKEN; do
  if [ "${1:-}" = trial ]; then put "application/$name" "$(text)"; else put "application/$name" ''; fi
done
if [ "${1:-}" = trial ]; then put application/SMTP_URL smtp://mailpit:1025; else put application/SMTP_URL ''; fi

for file in secrets/application/*; do
  [ -n "$(cat "$file")" ] || echo "fill in $file"
done
