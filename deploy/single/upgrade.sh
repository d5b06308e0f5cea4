#!/bin/sh
# Moves an installation with containers to the release in whose folder this is. What it runs from now is named:
#   ./upgrade.sh /root/fetlock-0.1.0/deploy/single
# It takes over the settings, looks ahead (fetlock upgrade --check), replaces what runs, and looks again (fetlock doctor). The image
# of the new release is built or loaded before, as docs/operating/installing.md says. Run again after a failure, it goes on.
set -eu

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

[ $# -eq 1 ] || fail "Name the folder that the installation runs from now: $0 /root/fetlock-0.1.0/deploy/single"
old=$(cd "$1" 2>/dev/null && pwd) || fail "There is no folder $1."
cd "$(dirname "$0")"
[ "$old" != "$(pwd)" ] || fail 'That is the folder of this release. Name the one that the installation runs from now.'
[ -s "$old/.env" ] && [ -d "$old/secrets" ] ||
  fail "$old has no .env and no secrets, so nothing was installed from there."

if docker info >/dev/null 2>&1; then
  engine=docker
  compose='docker compose'
elif command -v podman-compose >/dev/null; then
  engine=podman
  compose=podman-compose
else
  fail 'Neither Docker nor podman-compose can be used here. Run this as root on the machine of the installation.'
fi

for kept in .env secrets compose.override.yaml authority; do
  [ -e "$kept" ] || [ ! -e "$old/$kept" ] || cp -a "$old/$kept" .
done

# podman-compose does not hand on how a command ended, so what a command says is read. Without --no-deps it would start every part
# of this folder beside those that run: a second PostgreSQL on the same files.
told=$(mktemp)
trap 'rm -f "$told"' EXIT
operator() {
  $compose run --rm --no-deps -T operator "$@" 2>&1 | tee "$told"
}
is_well() {
  grep -qE '^(All is well|Nothing is wrong)' "$told"
}
# What is new must not replace what runs before the database is what it needs: it would wait, and nobody would work. The roles come
# first, as PostgreSQL does it by itself when it starts.
migrate() {
  $compose exec -T postgres psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname=postgres <../roles.sql ||
    fail '' "The roles could not be brought up to date: what went wrong is above. $1"
  operator migrate --wait
  grep -q 'The database is up to date' "$told" || fail '' "The database was not migrated: what went wrong is above. $1"
}

echo '== What the upgrade would meet'
operator upgrade --check
is_well || fail '' 'Nothing was changed. Mend what is wrong, and run this again.'

is_healthy() {
  container=$($engine ps --quiet --filter "label=com.docker.compose.service=$1" | head -n 1)
  [ -n "$container" ] || return 1
  # podman asks only where systemd tells it to, so it is asked here.
  if [ $engine = podman ]; then
    podman healthcheck run "$container" >/dev/null 2>&1
  else
    [ "$(docker inspect --format '{{.State.Health.Status}}' "$container")" = healthy ]
  fi
}
wait_until_healthy() {
  printf 'Waiting for %s' "$1"
  attempts=0
  until is_healthy "$1"; do
    attempts=$((attempts + 1))
    [ $attempts -lt 300 ] || fail '' "$1 is still not healthy. $compose logs $1 says why."
    printf .
    sleep 2
  done
  echo ' it is healthy'
}

echo '== Replacing what runs'
if [ $engine = podman ]; then
  # podman-compose replaces no container that is there.
  (cd "$old" && podman-compose down -t 60)
  podman-compose up --detach
elif grep -qE '^warning +stop ' "$told"; then
  docker compose stop api worker
  migrate "api and worker are stopped. Run this again, or start what was before: cd $old && docker compose start api worker"
  docker compose up --detach
else
  # One after the other: requests wait in Caddy while the API is started again.
  migrate 'The version before runs on. Run this again.'
  docker compose up --detach --no-deps worker
  wait_until_healthy worker
  docker compose up --detach
fi
for service in postgres worker api; do wait_until_healthy "$service"; done

echo '== How it is now'
operator doctor
is_well || fail '' 'It runs, but not well: what is WRONG above has its remedy below it.' \
  "Going back, unless CHANGELOG.md says that the version before cannot work with the new schema:" \
  "  $compose down && cd $old && $compose up --detach"
echo "Upgraded. Keep $old until you are sure: $compose down, and $compose up --detach there, goes back."
