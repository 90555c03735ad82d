#!/bin/bash
# Run once by the image of PostgreSQL, when the volume is empty: a role that owns its database and nothing else.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username "$POSTGRES_USER" <<'SQL'
CREATE ROLE prospector LOGIN PASSWORD :'password' NOSUPERUSER NOCREATEDB NOCREATEROLE;
CREATE DATABASE prospector OWNER prospector;
SQL
