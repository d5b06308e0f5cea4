#!/bin/bash
# PostgreSQL and the backups: serve, backups, check, or any command with the settings of pgBackRest and rclone:
#   docker compose exec postgres /bin/bash /fetlock/entrypoint.sh pgbackrest info
#   docker compose exec backups /bin/bash /fetlock/entrypoint.sh fetlock-backup trial
set -euo pipefail

data=/var/lib/postgresql/data
programs=$(ls -d /usr/lib/postgresql/*/bin | sort --version-sort | tail -n 1)
export PATH=$programs:$PATH
version=$(postgres --version | grep -o '[0-9]*' | head -n 1)

secret() { cat "/run/secrets/$1"; }

export PGBACKREST_STANZA=fetlock PGBACKREST_PG1_PATH=$data PGBACKREST_PG1_SOCKET_PATH=/sockets
export PGBACKREST_REPO1_CIPHER_TYPE=aes-256-cbc PGBACKREST_REPO1_BUNDLE=y
export PGBACKREST_COMPRESS_TYPE=zst PGBACKREST_START_FAST=y PGBACKREST_LOCK_PATH=/tmp/pgbackrest
export PGBACKREST_LOG_LEVEL_FILE=off PGBACKREST_LOG_LEVEL_CONSOLE=${PGBACKREST_LOG_LEVEL_CONSOLE:-warn}
PGBACKREST_REPO1_CIPHER_PASS=$(secret backup_passphrase)
export PGBACKREST_REPO1_CIPHER_PASS

# The container with the backups copies the files too: from the store beside it to a volume, or wherever RCLONE_CONFIG_COPIES_REMOTE
# leads, encrypted with the passphrase of the repository.
if [ -e /run/secrets/store_access_key ]; then
  export RCLONE_CONFIG='' RCLONE_CONFIG_FILES_TYPE=alias
  export RCLONE_CONFIG_FILES_REMOTE=${RCLONE_CONFIG_FILES_REMOTE:-store:fetlock}
  export RCLONE_CONFIG_STORE_TYPE=s3 RCLONE_CONFIG_STORE_PROVIDER=Other RCLONE_CONFIG_STORE_NO_CHECK_BUCKET=true
  export RCLONE_CONFIG_STORE_ENDPOINT=${RCLONE_CONFIG_STORE_ENDPOINT:-http://store:8333}
  RCLONE_CONFIG_STORE_ACCESS_KEY_ID=$(secret store_access_key)
  RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY=$(secret store_secret_key)
  export RCLONE_CONFIG_STORE_ACCESS_KEY_ID RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY
  export RCLONE_CONFIG_COPIES_TYPE=crypt RCLONE_CONFIG_COPIES_REMOTE=${RCLONE_CONFIG_COPIES_REMOTE:-/var/lib/fetlock-copies}
  RCLONE_CONFIG_COPIES_PASSWORD=$(secret backup_passphrase | rclone obscure -)
  export RCLONE_CONFIG_COPIES_PASSWORD
fi

# Roles and database are made, or made anew as they should be, where nobody else can connect yet. Archiving is on, or PostgreSQL
# would remove log that was never archived; without a command it waits for the server that everybody uses. A recovery may
# take hours, and nothing can be written until it has ended. It needs the limits that the log was written with, and ends where it
# was told to end.
prepare() {
  local options
  printf -v options '%s ' "-c fetlock.owner_password=$(secret owner_password)" \
    "-c fetlock.app_password=$(secret app_password)" "-c fetlock.worker_password=$(secret worker_password)"
  pg_ctl --pgdata="$data" --wait --timeout=86400 --silent start \
    --options="${FETLOCK_POSTGRES_OPTIONS:-} -c recovery_target_action=promote -c listen_addresses='' -c unix_socket_directories=/tmp -c archive_mode=on -c archive_command=''"
  while [ "$(PGHOST=/tmp psql --dbname=postgres -Atc 'select pg_is_in_recovery()')" = t ]; do sleep 1; done
  PGHOST=/tmp PGOPTIONS=$options psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname=postgres --file=/fetlock/roles.sql
  if [ "$(PGHOST=/tmp psql --dbname=postgres -Atc "select count(*) from pg_database where datname = 'fetlock'")" = 0 ]; then
    PGHOST=/tmp psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname=postgres --file=/fetlock/database.sql
  fi
  pg_ctl --pgdata="$data" --wait --silent --mode=fast stop
}

serve() {
  if [ ! -e "$data/PG_VERSION" ]; then
    echo "Making a database of PostgreSQL $version"
    initdb --pgdata="$data" --locale=C.UTF-8 --encoding=UTF8 --data-checksums --auth=peer >/dev/null
  fi
  if [ "$(cat "$data/PG_VERSION")" != "$version" ]; then
    echo "The data are of PostgreSQL $(cat "$data/PG_VERSION"), and this image has $version. Use the image that wrote them," \
      'or move the data with pg_upgrade or from a dump: docs/operating/backup.md.' >&2
    exit 1
  fi
  # What a server that was killed has left. No other container has these data: two at once would need two of this service.
  rm --force "$data/postmaster.pid"
  printf 'local all postgres peer\nlocal fetlock all scram-sha-256\n' >"$data/pg_hba.conf"
  prepare
  # shellcheck disable=SC2086 # several options in one variable
  exec postgres -D "$data" -c listen_addresses= -c unix_socket_directories=/sockets -c unix_socket_permissions=0777 \
    -c archive_mode=on -c "archive_command=pgbackrest archive-push %p" -c archive_timeout=60s ${FETLOCK_POSTGRES_OPTIONS:-}
}

# Ends at once when it is told to, also in the middle of the night's pause.
pause() {
  sleep "$1" &
  wait $!
}

run() {
  echo "$(date --utc --iso-8601=seconds) fetlock-backup $1 begins"
  if fetlock-backup "$1"; then echo "$(date --utc --iso-8601=seconds) fetlock-backup $1 is complete"; else
    echo "$(date --utc --iso-8601=seconds) fetlock-backup $1 FAILED, and is tried again" >&2
  fi
}

day=$((24 * 60 * 60))

# Seconds since the newest backup that has succeeded, of this type: full, or [a-z]* for any.
age() {
  local newest
  newest=$(pgbackrest --output=json info | grep --only-matching '"stop":[0-9]*},"type":"'"$1"'"' |
    grep --only-matching '[0-9]*' | sort --numeric-sort | tail --lines=1) || newest=0
  echo $(($(date +%s) - newest))
}

back_up() {
  if [ "$(age full)" -gt $((13 * day / 2)) ]; then run full; else run diff; fi
}

try_each_week() {
  local tried="select count(*) from backup_run where kind = 'trial' and succeeded > now() - interval '156 hours'"
  [ "$(psql --dbname=fetlock -Atc "$tried")" = 1 ] || run trial
}

copy_files() {
  trap 'kill $(jobs -p) 2>/dev/null || true; exit' TERM
  while true; do
    pause $((3600 - ($(date +%s) - 1200) % 3600))
    run files
  done
}

# A machine that is off at night makes up for it once it is on.
backups() {
  trap 'kill $(jobs -p) 2>/dev/null || true; exit 0' TERM INT
  until psql --dbname=postgres -Atc 'select 1' >/dev/null 2>&1; do
    echo 'Waiting for PostgreSQL'
    pause 5
  done
  pgbackrest stanza-create
  copy_files &
  [ "$(age '[a-z]*')" -lt $((25 * 60 * 60)) ] || back_up
  while true; do
    pause $(($(date --utc --date='tomorrow 01:00' +%s) - $(date +%s)))
    back_up
    try_each_week
  done
}

# Of the container with the server: whether it answers. Of the one with the backups: whether the newest is of the last two days.
check() {
  if grep --quiet --text backups /proc/1/cmdline; then
    [ "$(age '[a-z]*')" -lt $((2 * day)) ]
  else
    pg_isready --quiet --dbname=fetlock
  fi
}

case ${1:-serve} in
serve | backups | check) "$1" ;;
*) exec "$@" ;;
esac
