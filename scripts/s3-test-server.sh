#!/usr/bin/env bash
# Starts a server of S3 for tests: OpenStack Swift with its S3 interface, one replica, on the loopback address only.
# Needs Debian's packages swift-proxy, swift-account, swift-container, swift-object and memcached, and may write
# /etc/swift. The servers run until the processes in FOLDER/pids are ended.
#
#   scripts/s3-test-server.sh FOLDER [PORT]
#   export SVC_TEST_S3_URL='http://svc%3Asvc:secretsecret@127.0.0.1:8085/media?region=us-east-1'
set -euo pipefail
folder="${1:?usage: scripts/s3-test-server.sh FOLDER [PORT]}"
port="${2:-8085}"
user="$(id -un)"
etc="$folder/etc"

# Swift shares its ports: another one that is left would take some of the requests.
for taken in "$port" 6200 6201 6202 11299; do
  if (exec 3<>"/dev/tcp/127.0.0.1/$taken") 2>/dev/null; then
    echo "Port $taken of 127.0.0.1 is in use: end the servers of an earlier run." >&2
    exit 1
  fi
done

mkdir -p "$etc" "$folder/srv/sdb1" "$folder/log" /etc/swift
cat >/etc/swift/swift.conf <<END
[swift-hash]
swift_hash_path_prefix = svc
swift_hash_path_suffix = svc
[storage-policy:0]
name = gold
default = yes
END
cp /etc/swift/swift.conf "$etc/swift.conf"

for server in object:6200 container:6201 account:6202; do
  name="${server%%:*}"
  (
    cd "$etc"
    swift-ring-builder "$name.builder" create 4 1 0
    swift-ring-builder "$name.builder" add "r1z1-127.0.0.1:${server##*:}/sdb1" 1
    swift-ring-builder "$name.builder" rebalance
  ) >"$folder/log/ring-$name"
  cat >"$etc/$name-server.conf" <<END
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${server##*:}
workers = 0
user = $user
swift_dir = $etc
devices = $folder/srv
mount_check = false
disable_fallocate = true
log_level = WARNING
[pipeline:main]
pipeline = $name-server
[app:$name-server]
use = egg:swift#$name
END
done

cat >"$etc/proxy-server.conf" <<END
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $port
workers = 0
user = $user
swift_dir = $etc
log_level = WARNING
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck proxy-logging cache s3api tempauth copy bulk slo dlo versioned_writes proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:proxy-logging]
use = egg:swift#proxy_logging
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:11299
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
cors_preflight_allow_origin = *
[filter:tempauth]
use = egg:swift#tempauth
user_svc_svc = secretsecret .admin
[filter:copy]
use = egg:swift#copy
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_versioned_writes = true
END

# A server that keeps the output of this script open would never let its reader end.
memcached -l 127.0.0.1 -p 11299 -u "$user" -m 32 >"$folder/log/memcached" 2>&1 </dev/null &
echo $! >"$folder/pids"
for name in object container account proxy; do
  # The interpreter of the packages, whatever another `python3` the path has.
  /usr/bin/python3 "$(command -v "swift-$name-server")" "$etc/$name-server.conf" >"$folder/log/$name" 2>&1 </dev/null &
  echo $! >>"$folder/pids"
done
for _ in $(seq 150); do
  curl --silent --fail "http://127.0.0.1:$port/healthcheck" >/dev/null && break
  sleep 0.2
done
# Pages of every origin may use signed addresses of the bucket: its rules of CORS, which Swift takes in its own way. The
# proxy responds before the servers behind it do, so the bucket is asked for until it is there.
for _ in $(seq 150); do
  token="$(curl --silent --include --header 'X-Storage-User: svc:svc' --header 'X-Storage-Pass: secretsecret' \
    "http://127.0.0.1:$port/auth/v1.0" | tr -d '\r' | sed -n 's/^X-Auth-Token: //p')"
  curl --silent --fail --request PUT --header "X-Auth-Token: $token" \
    --header 'X-Container-Meta-Access-Control-Allow-Origin: *' \
    "http://127.0.0.1:$port/v1/AUTH_svc/media" >/dev/null && exit 0
  sleep 0.2
done
tail -n 5 "$folder"/log/*
exit 1
