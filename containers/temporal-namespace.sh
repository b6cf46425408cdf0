#!/bin/sh
# Creates the namespaces once, with the search attribute of organizations. They keep the histories of ended
# workflows for 30 days.
set -eu

until temporal operator cluster health; do sleep 1; done
for namespace in "$TEMPORAL_NAMESPACE" "$TEMPORAL_LIVE_NAMESPACE"; do
  temporal operator namespace describe --namespace "$namespace" >/dev/null 2>&1 ||
    temporal operator namespace create --namespace "$namespace" --retention 720h
  # A new namespace takes a moment until every server knows it.
  until temporal operator search-attribute list --namespace "$namespace" >/tmp/attributes; do sleep 1; done
  grep -qw OrgId /tmp/attributes ||
    temporal operator search-attribute create --namespace "$namespace" --name OrgId --type Keyword
done
