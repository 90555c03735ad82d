#!/usr/bin/env bash
# A highly available Prospector on one machine, as plain processes: etcd, two PostgreSQL servers under Patroni with
# synchronous replication, two nodes, and HAProxy in front. To try failover, and as the pattern for real machines.
#
#   deploy/ha/cluster.sh start FOLDER    starts everything; what runs already is left alone
#   deploy/ha/cluster.sh stop FOLDER     stops everything; the data stays
#   deploy/ha/cluster.sh status FOLDER   says what runs, and who is the primary
#
# Needs Debian's packages: apt-get install patroni etcd-server postgresql haproxy
# HA_PORT (7000) is HAProxy's port, kept from the first start on; the others lie in the 99 above it.
set -euo pipefail

usage() { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
[ $# -ge 2 ] || usage
command=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
[ -f "$folder/port" ] || echo "${HA_PORT:-7000}" >"$folder/port"
base=$(cat "$folder/port")
etcd_port=$((base + 1))
etcd_peer_port=$((base + 2))
rest_port() { echo $((base + 10 + $1)); }
pg_port() { echo $((base + 20 + $1)); }
node_port() { echo $((base + 30 + $1)); }
metrics_port() { echo $((base + 40 + $1)); }

say() { echo "$*" >&2; }
fail() { say "$*"; exit 1; }

# PostgreSQL refuses to run as root. setpriv replaces itself, so that the process id that is kept is Patroni's own.
as_postgres=()
[ "$(id -u)" != 0 ] || as_postgres=(setpriv --reuid postgres --regid postgres --init-groups)

is_running() { [ -f "$folder/run/$1" ] && kill -0 "$(cat "$folder/run/$1")" 2>/dev/null; }

# run NAME COMMAND...: in the background, in a session of its own, unless it runs already.
run() {
  local name=$1
  shift
  is_running "$name" && return
  setsid "$@" >>"$folder/log/$name.log" 2>&1 </dev/null &
  echo $! >"$folder/run/$name"
}

# wait_for SECONDS WHAT COMMAND...
wait_for() {
  local seconds=$1 what=$2 until
  shift 2
  until=$((SECONDS + seconds))
  while ! "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $until ] || fail "$what did not come up within $seconds seconds. Its log is in $folder/log."
    sleep 0.3
  done
}

check_programs() {
  postgres_bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1) || true
  for program in patroni etcd haproxy curl; do
    command -v $program >/dev/null || fail "$program is missing: apt-get install patroni etcd-server postgresql haproxy curl"
  done
  [ -n "$postgres_bin" ] || fail "PostgreSQL is missing: apt-get install postgresql"
}

# Passwords and keys are made once and kept.
read_secrets() {
  if [ ! -f "$folder/secrets" ]; then
    (
      umask 077
      for name in SUPERUSER REPLICATION PROSPECTOR_DB; do echo "${name}_PASSWORD=$(od -An -tx1 -N18 /dev/urandom | tr -d ' \n')"; done
      for name in AUTH_SECRET CHANNEL_KEY; do echo "$name=$(head -c 32 /dev/urandom | base64)"; done
    ) >"$folder/secrets"
  fi
  # shellcheck source=/dev/null
  . "$folder/secrets"
}

start_etcd() {
  # etcd asks for this word on processors that its authors do not test.
  [ "$(uname -m)" = x86_64 ] || export ETCD_UNSUPPORTED_ARCH="$(dpkg --print-architecture)"
  # One member will do to try it. On real machines: three, each on its own, or etcd's loss ends the primary too.
  run etcd etcd --name etcd1 --data-dir "$folder/etcd" --enable-v2=true \
    --listen-client-urls "http://127.0.0.1:$etcd_port" --advertise-client-urls "http://127.0.0.1:$etcd_port" \
    --listen-peer-urls "http://127.0.0.1:$etcd_peer_port" --initial-advertise-peer-urls "http://127.0.0.1:$etcd_peer_port" \
    --initial-cluster "etcd1=http://127.0.0.1:$etcd_peer_port"
  wait_for 20 etcd curl -sf "http://127.0.0.1:$etcd_port/health"
}

start_member() {
  local number=$1
  is_running "postgres$number" && return
  mkdir -p "$folder/postgres$number"
  chmod 700 "$folder/postgres$number"
  [ "$(id -u)" != 0 ] || chown postgres: "$folder/postgres$number"
  (
    cd "$here"
    export PATRONI_NAME=postgres$number PATRONI_ETCD_HOST=127.0.0.1:$etcd_port
    export PATRONI_RESTAPI_LISTEN=127.0.0.1:$(rest_port "$number")
    export PATRONI_RESTAPI_CONNECT_ADDRESS=$PATRONI_RESTAPI_LISTEN
    export PATRONI_POSTGRESQL_LISTEN=127.0.0.1:$(pg_port "$number")
    export PATRONI_POSTGRESQL_CONNECT_ADDRESS=$PATRONI_POSTGRESQL_LISTEN
    export PATRONI_POSTGRESQL_DATA_DIR=$folder/postgres$number/data PATRONI_POSTGRESQL_BIN_DIR=$postgres_bin
    export PATRONI_POSTGRESQL_PGPASS=$folder/postgres$number/pgpass
    export PATRONI_SUPERUSER_USERNAME=postgres PATRONI_SUPERUSER_PASSWORD=$SUPERUSER_PASSWORD
    export PATRONI_REPLICATION_USERNAME=replicator PATRONI_REPLICATION_PASSWORD=$REPLICATION_PASSWORD
    export PROSPECTOR_DB_PASSWORD PYTHONUNBUFFERED=1
    run "postgres$number" "${as_postgres[@]}" patroni patroni.yml
  )
}

is_primary() { curl -sf -o /dev/null "http://127.0.0.1:$(rest_port "$1")/primary"; }
has_primary() { is_primary 1 || is_primary 2; }
is_synchronous() { curl -sf -o /dev/null "http://127.0.0.1:$(rest_port "$1")/synchronous"; }
has_synchronous() { is_synchronous 1 || is_synchronous 2; }

hosts() { echo "127.0.0.1:$(pg_port 1),127.0.0.1:$(pg_port 2)"; }
database_url() { echo "postgres://prospector:$PROSPECTOR_DB_PASSWORD@$(hosts)/prospector?target_session_attrs=$1"; }

start_node() {
  local number=$1
  mkdir -p "$folder/node$number"
  run "node$number" env AUTH_SECRET="$AUTH_SECRET" CHANNEL_KEY="$CHANNEL_KEY" DATA_DIR="$folder/node$number" \
    DATABASE_URL="$(database_url read-write)" DATABASE_REPLICA_URL="$(database_url prefer-standby)" \
    PORT="$(node_port "$number")" METRICS_PORT="$(metrics_port "$number")" PUBLIC_URL="http://localhost:$base" \
    TRUSTED_PROXIES=127.0.0.1 BILLING=off DEMO=false \
    "$here/../../bin/prospector" serve
}

start_proxy() {
  local number
  for number in 1 2; do export "PROSPECTOR_NODE_$number=127.0.0.1:$(node_port "$number")"; done
  export PROSPECTOR_BIND="127.0.0.1:$base"
  run haproxy haproxy -db -f "$here/haproxy.cfg"
  wait_for 60 'Prospector' curl -sf "http://127.0.0.1:$base/readyz"
}

start() {
  check_programs
  mkdir -p "$folder/run" "$folder/log"
  read_secrets
  start_etcd
  start_member 1
  wait_for 60 'the first PostgreSQL' has_primary
  start_member 2
  wait_for 90 'the synchronous standby' has_synchronous
  start_node 1
  wait_for 60 'the first node' curl -sf "http://127.0.0.1:$(node_port 1)/readyz"
  start_node 2
  wait_for 60 'the second node' curl -sf "http://127.0.0.1:$(node_port 2)/readyz"
  start_proxy
  say "Prospector answers on http://127.0.0.1:$base. Settings for commands are in $folder/environment."
  umask 077
  {
    echo "DATABASE_URL='$(database_url read-write)'"
    echo "DATABASE_REPLICA_URL='$(database_url prefer-standby)'"
    grep -E '^(AUTH_SECRET|CHANNEL_KEY)=' "$folder/secrets"
  } >"$folder/environment"
}

# end NAME SIGNAL: and wait until it is gone.
end() {
  is_running "$1" || return 0
  local pid
  pid=$(cat "$folder/run/$1")
  kill "-$2" "$pid"
  for _ in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.3
  done
  rm -f "$folder/run/$1"
}

stop() {
  end haproxy TERM
  for number in 1 2; do end "node$number" TERM; done
  # The standby first: the primary would wait for it.
  for number in 1 2; do is_primary $number || end "postgres$number" TERM; done
  for number in 1 2; do end "postgres$number" TERM; done
  end etcd TERM
}

status() {
  for name in etcd postgres1 postgres2 node1 node2 haproxy; do
    if is_running $name; then echo "$name runs"; else echo "$name does not run"; fi
  done
  for number in 1 2; do
    if is_primary $number; then echo "postgres$number is the primary"; fi
    if is_synchronous $number; then echo "postgres$number is the synchronous standby"; fi
  done
}

case $command in
start | stop | status) "$command" ;;
*) usage ;;
esac
