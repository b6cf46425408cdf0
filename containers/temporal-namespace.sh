#!/bin/sh
# Creates the namespaces once. They keep the histories of ended workflows for 30 days.
set -eu

until temporal operator cluster health; do sleep 1; done
for namespace in "$TEMPORAL_NAMESPACE" "$TEMPORAL_LIVE_NAMESPACE"; do
  temporal operator namespace describe --namespace "$namespace" >/dev/null 2>&1 ||
    temporal operator namespace create --namespace "$namespace" --retention 720h
done
