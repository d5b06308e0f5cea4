#!/bin/sh
# Makes what compose.yaml needs: .env with the addresses, and a folder of secrets. What is there already stays as it is.
#   ./prepare.sh vet.example                       files are then at files.vet.example
#   ./prepare.sh vet.example store.vet.example
# It asks for the mail server, or reads it from standard input.
set -eu
cd "$(dirname "$0")"
umask 077

domain=${1:-}
files=${2:-files.$domain}
for name in "$domain" "$files"; do
  case $name in
  '' | *[!A-Za-z0-9.-]*)
    echo "Give the host name that browsers will use, without https://, for example: $0 vet.example" >&2
    exit 2
    ;;
  esac
done

# Only root looks into the folder. The files themselves can be read, because each process has a user of its own.
mkdir -p secrets
chmod 700 secrets

keep() {
  [ -s "secrets/$1" ] || printf '%s' "$2" >"secrets/$1"
  chmod 644 "secrets/$1"
}
random() { head -c "$1" /dev/urandom | base64 | tr -d '\n'; }
# Of letters that mean themselves in a URL.
password() { random 24 | tr '+/' '-_'; }
secret() { cat "secrets/$1"; }
url() { printf 'postgres://fetlock_%s:%s@%%2Fsockets/fetlock' "$1" "$(secret "$1_password")"; }

if [ ! -s secrets/smtp_url ]; then
  [ ! -t 0 ] || printf 'The mail server, such as smtps://user:password@mail.example.com: '
  read -r mail
  case $mail in
  smtp://* | smtps://*) keep smtp_url "$mail" ;;
  *)
    echo 'The mail server begins with smtp:// or smtps://.' >&2
    exit 2
    ;;
  esac
fi
for part in owner app worker; do keep "${part}_password" "$(password)"; done
keep owner_database_url "$(url owner)"
keep database_url "$(url app)"
keep worker_database_url "$(url worker)"
keep secret_key "$(random 32)"
keep backup_passphrase "$(password)"
keep store_access_key "$(random 15 | tr '+/' 'AZ')"
keep store_secret_key "$(password)"

if [ -e .env ]; then
  echo '.env is there already and stays as it is.'
else
  cat >.env <<ENV
FETLOCK_DOMAIN=$domain
FETLOCK_FILES_DOMAIN=$files
# Options of Caddy: "email you@$domain", so that the authority can write to you, or "local_certs" for an authority of its own.
FETLOCK_CADDY_OPTIONS=
ENV
fi
echo 'Ready. Keep a copy of the folder secrets where the backups are not: without it they cannot be read.'
