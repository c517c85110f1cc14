#!/usr/bin/env bash
# Copies the tree, with its build, to a folder and sets it up for other releases of Node: their binaries from the
# registry, and better-sqlite3 13, since version 12 aborts on Node 24 (nodejs/node#65446). It is compiled once: version
# 13 uses Node-API, which does not change from one release to the next. `<folder>/.node-24/run <command>` then runs a
# command with that release.
#   scripts/prepare-nodes.sh <folder> <release>...
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
copy="$1"
shift
package="node-$(node -p 'process.platform')-$(node -p 'process.arch')"

mkdir -p "$copy"
# With the whole time of each file, by which the copy knows that its build is current.
{
  git ls-files -z --cached --others --exclude-standard
  if test -d dist; then printf '%s\0' dist .svc; fi
} | tar --format=posix --null --files-from=- --create | tar --extract --directory="$copy"
cp -a node_modules "$copy/node_modules"

for release in "$@"; do
  home="$copy/.node-$release"
  mkdir -p "$home"
  npm install --prefix "$home" --no-save --no-package-lock "$package@$release"
  cat >"$home/run" <<RUN
#!/usr/bin/env bash
export PATH="$home/node_modules/$package/bin:\$PATH"
# The headers come with the binary: native code must be compiled against these, not against the machine's own Node.
export npm_config_nodedir="$home/node_modules/$package"
cd "$copy" && exec "\$@"
RUN
  chmod +x "$home/run"
  "$home/run" node --version
done

"$copy/.node-$1/run" npm install --no-save better-sqlite3@13
for release in "$@"; do
  "$copy/.node-$release/run" node -e "new (require('better-sqlite3'))(':memory:').close()"
done
