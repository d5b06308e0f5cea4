#!/bin/sh
# The object store of compose.yaml: SeaweedFS with one identity and one bucket.
set -eu
cat >/tmp/s3.json <<JSON
{"identities": [{
  "name": "fetlock",
  "credentials": [{
    "accessKey": "$(cat /run/secrets/store_access_key)",
    "secretKey": "$(cat /run/secrets/store_secret_key)"
  }],
  "actions": ["Admin", "Read", "Write", "List", "Tagging"]
}]}
JSON
weed server -dir=/data -s3 -s3.port=8333 -s3.config=/tmp/s3.json &
server=$!
trap 'kill "$server"; wait "$server"' TERM INT
until echo s3.bucket.list | weed shell 2>/dev/null | grep -q fetlock; do
  echo 's3.bucket.create -name fetlock' | weed shell >/dev/null 2>&1 || true
  sleep 1
done
wait "$server"
