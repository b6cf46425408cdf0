#!/bin/sh
# Creates the namespace once. It keeps the histories of ended workflows for 30 days.
set -eu

until temporal operator cluster health; do sleep 1; done
temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 720h
