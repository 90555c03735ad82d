#!/bin/sh
# Patroni calls this once, on the first primary, with the address of a superuser. The role owns its database and no more.
set -eu
psql "$1" --quiet --set ON_ERROR_STOP=1 --set password="$PROSPECTOR_DB_PASSWORD" <<'SQL'
CREATE ROLE prospector LOGIN PASSWORD :'password';
GRANT pg_read_all_settings, pg_read_all_stats TO prospector;
CREATE DATABASE prospector OWNER prospector;
SQL
