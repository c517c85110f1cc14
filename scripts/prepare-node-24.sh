#!/usr/bin/env bash
# Copies the tree to a folder and sets it up for Node 24: the binary from the registry, and better-sqlite3 13, since
# version 12 aborts there (nodejs/node#65446). `<folder>/.node-24/run <command>` then runs a command with it.
#   scripts/prepare-node-24.sh <folder>
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
copy="$1"
home="$copy/.node-24"
package="node-$(node -p 'process.platform')-$(node -p 'process.arch')"

mkdir -p "$home"
git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- --create | tar --extract --directory="$copy"
cp -a node_modules "$copy/node_modules"
npm install --prefix "$home" --no-save --no-package-lock "$package@24"

cat >"$home/run" <<RUN
#!/usr/bin/env bash
export PATH="$home/node_modules/$package/bin:\$PATH"
# The headers come with the binary: native code must be compiled against these, not against the machine's own Node.
export npm_config_nodedir="$home/node_modules/$package"
cd "$copy" && exec "\$@"
RUN
chmod +x "$home/run"
"$home/run" node --version
"$home/run" npm install --no-save better-sqlite3@13
"$home/run" node -e "new (require('better-sqlite3'))(':memory:').close()"
