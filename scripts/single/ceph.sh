#!/bin/sh
# The object store of a trial of deploy/single: Ceph's gateway instead of SeaweedFS, because it is in Debian.
set -eu
home=/data/ceph
conf=/tmp/ceph.conf
key=$(cat /run/secrets/store_access_key)
secret=$(cat /run/secrets/store_secret_key)
mkdir -p "$home"
[ -e "$home/fsid" ] || cat /proc/sys/kernel/random/uuid >"$home/fsid"
cat >$conf <<CONF
[global]
fsid = $(cat "$home/fsid")
mon host = [v2:127.0.0.1:3300/0]
public network = 127.0.0.0/8
ms bind msgr1 = false
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
paxos propose interval = 0.05
paxos min wait = 0.01
run dir = /tmp
log to file = false
log to stderr = true
err to stderr = true
debug mon = 0
debug osd = 0
debug bluestore = 0
debug bluefs = 0
debug bdev = 0
debug rocksdb = 0
debug rgw = 0
debug ms = 0
debug paxos = 0
admin socket =
keyring = $home/keyring
mon data avail crit = 1
osd memory target = 1073741824
bluestore block size = 4294967296
bluestore block create = true
[mon]
mon data = $home/monitor
[osd]
osd data = $home/disk
osd objectstore = bluestore
[client.rgw.s3]
rgw data = $home/gateway
rgw frontends = beast endpoint=0.0.0.0:8333
CONF
export CEPH_CONF=$conf
if [ ! -e "$home/made" ]; then
  rm -rf "$home/monitor" "$home/disk" "$home/gateway" "$home/keyring"
  mkdir -p "$home/monitor" "$home/disk" "$home/gateway"
  ceph-authtool --create-keyring "$home/keyring" --gen-key -n mon. --cap mon 'allow *'
  for name in client.admin osd.0; do
    ceph-authtool "$home/keyring" --gen-key -n $name --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  done
  ceph-authtool "$home/keyring" --gen-key -n client.rgw.s3 --cap mon 'allow rw' --cap osd 'allow rwx'
  monmaptool --create --addv a '[v2:127.0.0.1:3300/0]' --fsid "$(cat "$home/fsid")" /tmp/monmap
  ceph-mon -c $conf -i a --mkfs --monmap /tmp/monmap --keyring "$home/keyring"
fi
ceph-mon -c $conf -i a -f &
if [ ! -e "$home/made" ]; then
  ceph -c $conf --connect-timeout 30 osd create
  ceph-osd -c $conf -i 0 --mkfs
fi
ceph-osd -c $conf -i 0 -f &
radosgw -c $conf -n client.rgw.s3 -f &
if [ ! -e "$home/made" ]; then
  radosgw-admin -c $conf user create --uid=fetlock --display-name=Fetlock --access-key="$key" --secret="$secret" >/dev/null
  touch "$home/made"
fi
trap 'kill $(jobs -p); wait' TERM INT
wait
